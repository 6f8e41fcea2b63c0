/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=17 args="--engine=bmc -DREST=1" */
/* Every third element. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef REST
#define REST 0
#endif
int a[3001];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 3001 && k < n);
  for (unsigned i = REST; i < n; i += 3) a[i] = 1;
  assert(a[k] == (k % 3 == 0));
  return 0;
}
