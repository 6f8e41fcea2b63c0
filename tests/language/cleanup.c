/* aver: property=assert expect=TRUE */
/* The GNU attribute cleanup runs a function where the scope of a variable is left. */
#include <assert.h>
static int order;
static void note(int *digit) { order = 10 * order + *digit; }
static int leave(int early) {
  __attribute__((cleanup(note))) int one = 1;
  __attribute__((cleanup(note))) int two = 2;
  if (early)
    return order;
  two = 3;
  return order;
}

int main(void) {
  assert(leave(1) == 0 && order == 21);
  order = 0;
  assert(leave(0) == 0 && order == 31);
  return 0;
}
