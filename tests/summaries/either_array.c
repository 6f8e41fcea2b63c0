/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=20 args="--engine=bmc -DBOTH=1" */
/* Which array it is, is not known. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef BOTH
#define BOTH 0
#endif
short a[3000], b[4000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  int which = __VERIFIER_nondet_uint() % 2;
  __VERIFIER_assume(n <= 3000 && k < n);
  short *p = which ? a : b;
  for (unsigned i = 0; i < n; i++) p[i] = 5;
  assert(a[k] == (which ? 5 : 0));
  assert(b[k] == (which && !BOTH ? 0 : 5));
  return 0;
}
