/* aver: property=assert expect=TRUE */
// Gradual underflow: the difference of different numbers is not zero.
#include <assert.h>
#include <float.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x > y && x < 1 && y > 0)
    assert(x - y > 0);
  volatile float least = FLT_MIN;
  float smaller = least / 2;
  assert(smaller > 0 && smaller < FLT_MIN && smaller * 2 == least);
  assert(FLT_TRUE_MIN > 0 && FLT_TRUE_MIN / 2 == 0);
  return 0;
}
