/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=17 args="--engine=bmc -DMOST=254" */
/* The counter has fewer bits than the bound. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef MOST
#define MOST 255
#endif
int a[300];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 255 && k < 300);
  for (unsigned char i = 0; i < n && i < MOST; i++) a[i] = 1;
  assert(a[k] == (k < n));
  return 0;
}
