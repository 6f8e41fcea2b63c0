/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* aver: property=assert expect=FALSE at=8 args="-DUSES_SECOND" */
/* Old code passes fewer arguments than a function has parameters: the others are unknown. */
#include <assert.h>
static int first(int x, int y) {
#ifdef USES_SECOND
  assert(y == 0);
#endif
  return x;
}

int main(void) {
  int (*f)() = first;
  assert(f(5) == 5);
  assert(f(6, 0) == 6 && f(7, 0, 1) == 7);
  return 0;
}
