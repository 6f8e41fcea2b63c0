/* aver: property=no-shift-error,assert expect=TRUE */
/* The right shift of a negative number keeps its sign. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x >> 31 == (x < 0 ? -1 : 0));
  if (x > -100 && x < 0) assert(x >> 1 <= -1 && x >> 1 >= -50);
  return 0;
}
