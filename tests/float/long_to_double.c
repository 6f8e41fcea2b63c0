/* aver: property=assert expect=FALSE at=9 */
// 2^53 + 1 is not a double.
#include <assert.h>

long __VERIFIER_nondet_long(void);
int main(void) {
  long i = __VERIFIER_nondet_long();
  if (i > 0 && i < 1l << 60)
    assert((long)(double)i == i);
  return 0;
}
