/* aver: property=assert expect=TRUE */
// Every float is in exactly one class.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  int c = fpclassify(x);
  assert(c == FP_NAN || c == FP_INFINITE || c == FP_ZERO || c == FP_SUBNORMAL || c == FP_NORMAL);
  assert((c == FP_NAN) == !!isnan(x));
  assert((c == FP_INFINITE) == !!isinf(x));
  assert((c == FP_NORMAL) == !!isnormal(x));
  assert((c == FP_NAN || c == FP_INFINITE) == !isfinite(x));
  if (c == FP_SUBNORMAL)
    assert(x != 0 && fabs(x) < 2.2250738585072014e-308);
  return 0;
}
