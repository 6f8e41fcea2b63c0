/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=19 args="--engine=bmc -DLOW=1" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:array-bounds at=17 args="--engine=bmc -DLOW=-1" */
/* From the last element to the first one, and beyond. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef LOW
#define LOW 0
#endif
int a[5000];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 4999; i >= LOW; i--)
    a[i] = i + 1;
  __VERIFIER_assume(k < 5000);
  assert(a[k] == (int)k + 1);
  return 0;
}
