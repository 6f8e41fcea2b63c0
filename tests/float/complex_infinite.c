/* aver: property=assert expect=TRUE */
// A product with an infinite factor is infinite, although its parts would be NaN.
#include <assert.h>
#include <complex.h>
#include <math.h>

int main(void) {
  volatile double big = INFINITY;
  double complex z = __builtin_complex((double)big, (double)NAN), w = __builtin_complex(1.0, 1.0);
  double complex p = z * w;
  assert(isinf(creal(p)) || isinf(cimag(p)));
  return 0;
}
