/* aver: property=assert expect=TRUE */
// frexp, ldexp, modf, logb, ilogb, nextafter: exact by definition.
#include <assert.h>
#include <limits.h>
#include <math.h>

int main(void) {
  volatile double x = -10.75, tiny = 4.9406564584124654e-324, huge = 1e308, zero = 0.0;
  int e;
  double m = frexp(x, &e);
  assert(m == -0.671875 && e == 4 && ldexp(m, e) == x);
  assert(frexp(tiny, &e) == 0.5 && e == -1073);
  assert(frexp(zero, &e) == 0 && e == 0);
  assert(ldexp(1.0, -1074) == tiny && ldexp(1.0, -1075) == 0 && ldexp(1.5, -1074) == 2 * tiny);
  assert(isinf(ldexp(huge, 10)) && ldexp(tiny, 2000) > 1 && scalbn(x, INT_MAX) < -huge && scalbn(x, INT_MIN) == 0);
  double whole, part = modf(x, &whole);
  assert(whole == -10 && part == -0.75);
  part = modf(huge * 10, &whole);
  assert(isinf(whole) && part == 0);
  assert(logb(x) == 3 && ilogb(x) == 3 && logb(tiny) == -1074 && ilogb(tiny) == -1074);
  assert(logb(zero) == -huge * 10 && ilogb(huge * 10) == INT_MAX);
  assert(nextafter(1.0, 2.0) == 1.0000000000000002 && nextafter(0.0, -1.0) == -tiny && nextafter(tiny, 0.0) == 0);
  assert(nextafterf(1.0f, 0.0f) == 0.99999994f);
  return 0;
}
