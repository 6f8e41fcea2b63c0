/* aver: property=assert expect=TRUE */
// The functions behind the macros of older headers.
#include <assert.h>

int __fpclassify(double), __isnan(double), __isinf(double), __finite(double), __signbit(double);
int __fpclassifyf(float), __isnanf(float), __isinff(float), __finitef(float), __signbitf(float);
int __isnanl(long double), __isinfl(long double);
float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  int c = __fpclassifyf(x);
  assert(c == __fpclassify((double)x) || c == 3);
  assert(!__isnanf(x) == (x == x));
  assert(!__isinff(x) || __isinff(x) == (x > 0 ? 1 : -1));
  assert(!__finitef(x) == (__isnanf(x) || __isinff(x)));
  if (x < 0)
    assert(__signbitf(x));
  if (x > 0)
    assert(!__signbitf(x));
  assert(!__isnanl((long double)x) == !__isnan((double)x));
  return 0;
}
