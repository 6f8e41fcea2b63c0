/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=19 args="--engine=bmc -DODD=0" */
/* Stores that do not happen in every iteration. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef ODD
#define ODD 1
#endif
int a[3000];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 3000; i++) {
    if (i % 2 == ODD) a[i] = i > 100 ? 1 : 2;
  }
  __VERIFIER_assume(k < 3000);
  assert(a[k] == (k % 2 == 0 ? 0 : k > 100 ? 1 : 2));
  return 0;
}
