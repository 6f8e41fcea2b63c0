/* aver: property=assert expect=TRUE */
/* Constructors run before `main`, those with a smaller priority first. */
#include <assert.h>

static int order[4], count;
__attribute__((constructor)) static void last(void) { order[count++] = 3; }
__attribute__((constructor(300))) static void second(void) { order[count++] = 2; }
__attribute__((constructor(200))) static void first(void) { order[count++] = 1; }

int main(void) {
  assert(count == 3 && order[0] == 1 && order[1] == 2 && order[2] == 3);
  return 0;
}
