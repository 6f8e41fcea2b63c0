/* aver: property=assert expect=TRUE */
// fma rounds once; a product and a sum are never fused by themselves.
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double a = 1.0000000000000002, b = 0.9999999999999998;
  double product = a * b;
  assert(product == 1);
  double twice = a * b - 1.0;
  assert(twice == 0);
  double once = fma(a, b, -1.0);
  assert(once < 0 && once > -1e-30);
  volatile float x = 16777217.0f;
  assert(x == 16777216.0f);
  return 0;
}
