/* aver: property=assert expect=FALSE at=10 */
// A product of numbers that are not zero may be zero.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 0)
    assert(x * 0.5f > 0);
  return 0;
}
