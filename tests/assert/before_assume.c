/* aver: property=assert expect=FALSE at=9 */
/* An assumption says nothing about what happened before it. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 5);
  __VERIFIER_assume(x != 5);
  assert(x != 5);
  return 0;
}
