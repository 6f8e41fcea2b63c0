/* aver: property=assert expect=FALSE at=12 */
// `0 - x` is not `-x`: not for zero.
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != x)
    return 0;
  assert(signbit(0.0f - x) == signbit(-x));
  return 0;
}
