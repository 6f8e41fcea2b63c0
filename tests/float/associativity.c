/* aver: property=assert expect=FALSE at=14 */
// Addition is not associative.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
  if (!(a > -1000 && a < 1000 && b > -1000 && b < 1000 && c > -1000 && c < 1000))
    return 0;
  float left = (a + b) + c;
  float right = a + (b + c);
  if (left != 0)
    assert(left == right);
  return 0;
}
