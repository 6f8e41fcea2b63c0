/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=17 args="--engine=bmc -DHALF=0.25" */
/* Floats that are computed from the counter. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef HALF
#define HALF 0.5
#endif
double a[3000];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 3000; i++) a[i] = i * HALF;
  __VERIFIER_assume(k < 3000);
  assert(a[k] * 2 == k);
  return 0;
}
