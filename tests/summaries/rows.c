/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=18 args="--engine=bmc -DTIMES=2" */
/* The inner one of two loops. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef TIMES
#define TIMES 1
#endif
int a[20][300];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), l = __VERIFIER_nondet_uint();
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 300; j++) a[i][j] = i + TIMES * j;
  __VERIFIER_assume(k < 20 && l < 300);
  assert(a[k][l] == (int)(k + l));
  return 0;
}
