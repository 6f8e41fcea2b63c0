/* aver: property=assert expect=FALSE at=10 */
/* aver: property=no-overflow expect=FALSE at=9 */
/* Where no-overflow is not asked for, signed arithmetic wraps: `x + 1 > x` is not a tautology. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  assert(y > x);
  return 0;
}
