/* aver: property=assert expect=TRUE */
// The remainder of numbers in a small range is small.
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0 && x <= 16))
    return 0;
  float r = fmodf(x, 4.0f);
  assert(r >= 0 && r < 4);
  return 0;
}
