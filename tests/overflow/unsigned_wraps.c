/* aver: property=no-overflow expect=TRUE */
/* aver: property=no-unsigned-overflow expect=FALSE at=11 */
/* aver: property=assert expect=TRUE */
/* Unsigned arithmetic is defined when it wraps; whether it does is a property of its own. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  unsigned sum = a + b;
  assert((sum < a) == (sum < b));
  return 0;
}
