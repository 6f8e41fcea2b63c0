/* aver: property=assert expect=FALSE at=13 */
// `!(x < 0)` does not mean `x >= 0`.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x < 0)
    return 0;
  if (x == 0)
    return 0;
  assert(x > 0);
  return 0;
}
