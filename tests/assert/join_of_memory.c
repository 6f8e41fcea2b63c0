/* aver: property=assert expect=TRUE */
/* A write on one branch, seen behind the join. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  int x = 0;
  int *p = &x;
  if (c) *p = 1;
  assert(x == (c ? 1 : 0));
  return 0;
}
