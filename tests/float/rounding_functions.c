/* aver: property=assert expect=TRUE */
// floor, ceil, trunc, round, rint on all finite floats in a range.
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > -100 && x < 100))
    return 0;
  assert(floorf(x) <= x && x < floorf(x) + 1);
  assert(ceilf(x) >= x && ceilf(x) - floorf(x) <= 1);
  assert(truncf(x) == (x < 0 ? ceilf(x) : floorf(x)));
  assert(fabsf(rintf(x) - x) <= 0.5f);
  assert(fabsf(roundf(x)) >= fabsf(rintf(x)));
  return 0;
}
