/* aver: property=assert expect=FALSE at=11 */
// A mean of two finite numbers need not be finite.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (isfinite(a) && isfinite(b))
    assert(isfinite((a + b) / 2));
  return 0;
}
