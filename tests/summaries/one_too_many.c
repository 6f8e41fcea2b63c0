/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc -DSIZE=3001" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:array-bounds at=15 args="--engine=bmc -DSIZE=3000" */
/* aver: property=valid-deref expect=FALSE:valid-deref at=15 args="--engine=bmc -DSIZE=3000" */
/* The last element is that behind the array. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int a[SIZE];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 3000);
  for (unsigned i = 0; i <= n; i++)
    a[i] = 1;
  return 0;
}
