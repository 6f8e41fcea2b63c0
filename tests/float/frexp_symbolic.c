/* aver: property=assert expect=TRUE */
// frexp and ldexp are inverse on every number.
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!isfinite(x) || x == 0)
    return 0;
  int e;
  float m = frexpf(x, &e);
  assert(fabsf(m) >= 0.5f && fabsf(m) < 1);
  assert(e >= -148 && e <= 128);
  assert(ldexpf(m, e) == x);
  return 0;
}
