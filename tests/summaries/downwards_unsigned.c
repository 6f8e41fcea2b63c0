/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=19 args="--engine=bmc -DBAD=4" */
/* A counter that ends by wrapping round, and one that runs down to zero. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef BAD
#define BAD 0
#endif
char a[5000], b[5000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 5000 && k < n);
  for (unsigned i = n - 1; i < n; i--) a[i] = 3;
  unsigned m = n;
  while (m-- > BAD) b[m] = a[m];
  assert(b[k] == 3);
  return 0;
}
