/* aver: property=assert expect=FALSE at=12 */
/* An assumption binds only the runs that come by. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  if (c) __VERIFIER_assume(x == 1);
  if (c) assert(x == 1);
  else assert(x == 1);
  return 0;
}
