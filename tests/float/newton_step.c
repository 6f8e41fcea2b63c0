/* aver: property=assert expect=TRUE */
// One step of Newton's method in a narrow range stays in it, for every start.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1.0f && x <= 2.0f))
    return 0;
  float half = 0.5f * x;
  assert(half >= 0.5f && half <= 1.0f);
  float next = half + 0.5f;
  assert(next >= 1.0f && next <= 1.5f);
  return 0;
}
