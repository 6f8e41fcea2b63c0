/* aver: property=assert expect=TRUE */
#include <assert.h>

static _Thread_local int counter = 5;
__thread int zero;

int main(void) {
  int *p = &counter;
  *p += 2;
  zero = counter;
  assert(counter == 7 && zero == 7);
  return 0;
}
