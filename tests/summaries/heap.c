/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:valid-deref at=23 args="--engine=bmc -DMORE=1" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=25 args="--engine=bmc -DOTHER=1" */
/* A block of any length. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef MORE
#define MORE 0
#endif
#ifndef OTHER
#define OTHER 0
#endif

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n > 0 && n < 100000000 && k < n);
  unsigned *a = malloc(n * sizeof(unsigned));
  if (!a) return 0;
  for (unsigned i = 0; i < n + MORE; i++)
    a[i] = i ^ 5;
  assert(a[k] == (k ^ 5));
  assert(!OTHER || a[k] != 13);
  free(a);
  return 0;
}
