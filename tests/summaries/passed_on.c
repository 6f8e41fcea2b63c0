/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=18 args="--engine=bmc -DFIRST=8" */
/* Each element comes from the one before: no copy. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef FIRST
#define FIRST 9
#endif
int a[1000];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  a[0] = FIRST;
  for (int i = 0; i < 999; i++) a[i + 1] = a[i];
  __VERIFIER_assume(k < 1000);
  assert(a[k] == 9);
  return 0;
}
