/* aver: property=unreach-call expect=TRUE */
/* aver: property=assert expect=FALSE at=10 */
/* Under unreach-call a failing assertion merely ends the run. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x > 0);
  if (x <= 0) reach_error();
  return 0;
}
