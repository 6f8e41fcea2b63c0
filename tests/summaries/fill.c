/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=18 args="--engine=bmc -DTO=7" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE data-model=ILP32 args="--engine=bmc" */
/* Some elements of many get one value. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef TO
#define TO 6
#endif
int a[1000000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 1000000 && k < 1000000);
  for (unsigned i = 0; i < n; i++) a[i] = TO;
  if (k < n) assert(a[k] == 6);
  else assert(a[k] == 0);
  return 0;
}
