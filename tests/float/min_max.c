/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args="-DZEROS" */
// fmin and fmax ignore NaN; which of two zeros they give is open. fdim is a difference that is not negative.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  volatile double zero = 0.0, one = 1.0;
  double nan = zero / zero, x = __VERIFIER_nondet_double();
  assert(fmin(one, nan) == 1 && fmax(nan, one) == 1 && isnan(fmin(nan, nan)));
  assert(fmin(zero, one) == 0 && fmax(zero, one) == 1);
#ifdef ZEROS
  assert(signbit(fmin(zero, -zero)));
#endif
  if (x == x) {
    assert(fmin(x, one) <= x && fmax(x, one) >= x);
    assert(fdim(x, one) >= 0);
  }
  assert(fdim(3.0, 1.0) == 2 && fdim(1.0, 3.0) == 0);
  return 0;
}
