/* aver: property=assert expect=TRUE */
// The root of a number above one lies between one and the number.
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1.0f && x <= 4.0f))
    return 0;
  float r = sqrtf(x);
  assert(r >= 1.0f && r <= 2.0f);
  return 0;
}
