/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=UNKNOWN reason="not modelled exactly" args="-DTOO_MUCH" */
// Functions that no standard defines exactly have known special cases, and results within bounds. What is not known of
// them is not held against a program.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double s = sin(x);
  assert(isfinite(x) ? s >= -1 && s <= 1 : isnan(s));
  volatile double zero = 0.0, one = 1.0;
  assert(cos(zero) == 1 && exp(zero) == 1 && log(one) == 0 && pow(x, zero) == 1 && pow(one, x) == 1);
  assert(isnan(log(-one)) && isinf(log(zero)) && isnan(acos(one + one)));
  if (x > 0)
    assert(exp(x) >= 1 && log1p(x) >= 0 && atan(x) <= 1.58 && pow(x, 0.5) >= 0);
  if (x > 1 && x < 10)
    assert(pow(x, 3) >= 1);
#ifdef TOO_MUCH
  assert(sin(1.0) > 0.8);
#endif
  return 0;
}
