/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=18 args="--engine=bmc -DBY=2" */
/* Each element comes from one that has not been written yet. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef BY
#define BY 1
#endif
int a[1000];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 1000; i++) a[i] = i;
  for (int i = 0; i < 1000 - BY; i++) a[i] = a[i + BY];
  __VERIFIER_assume(k < 1000 - BY);
  assert(a[k] == (int)k + 1);
  return 0;
}
