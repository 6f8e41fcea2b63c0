/* aver: property=assert expect=FALSE at=13 */
// Behind a join, only what both ways know is known.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 2;
  int *p = __VERIFIER_nondet_int() ? &a : &b;
  *p = 5;
  if (__VERIFIER_nondet_int())
    a = 3;
  else
    b = 5;
  assert(*p == 5);
  return 0;
}
