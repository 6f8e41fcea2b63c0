/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=20 args="--engine=bmc -DNONE=1" */
/* The loop is left at its end. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef NONE
#define NONE 0
#endif
int a[3000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint(), i = 0;
  __VERIFIER_assume(n <= 3000 && n >= 1 - NONE && k < 3000);
  do {
    a[i] = 4;
    i++;
  } while (i < n);
  assert(i == n);
  assert(a[k] == (k < n ? 4 : 0));
  return 0;
}
