/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
// Complex numbers: sums and products.
#include <assert.h>
#include <complex.h>

int main(void) {
  volatile double re = 1.0, im = 2.0;
  double complex z = re + im * I, w = 3.0 - 1.0 * I;
  double complex sum = z + w, product = z * w;
  assert(creal(sum) == 4 && cimag(sum) == 1);
  assert(creal(product) == 5 && cimag(product) == 5);
  assert(conj(z) == 1.0 - 2.0 * I && z != w);
  float complex f = z;
  assert(crealf(f) == 1 && cimagf(f * f) == 4);
  assert(creal(z / 2.0) == 0.5);
  return 0;
}
