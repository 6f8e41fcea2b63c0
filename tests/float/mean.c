/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=19 args="-DLARGE" */
// The mean of two numbers lies between them, if nothing overflows.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
#ifdef LARGE
  if (!(a <= b && a >= 0 && b <= 3.4e38f))
    return 0;
#else
  if (!(a <= b && a >= 1 && b <= 1000))
    return 0;
#endif
  float m = (a + b) / 2;
  assert(a <= m);
  assert(m <= b);
  return 0;
}
