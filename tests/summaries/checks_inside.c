/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:no-overflow at=24 args="--engine=bmc -DBIG=2147483647" */
/* aver: property=no-div-by-zero expect=FALSE:no-div-by-zero at=21 args="--engine=bmc -DBIG=0 -DDIVIDE" */
/* What goes wrong goes wrong in some iteration. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef BIG
#define BIG 5
#endif
int a[3000], b[3000];

int main(void) {
  for (int i = 0; i < 3000; i++) b[i] = 1;
  unsigned k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(k < 3000);
  b[k] = BIG;
#ifdef DIVIDE
  for (int i = 0; i < 3000; i++)
    a[i] = 10 / b[i];
#else
  for (int i = 0; i < 3000; i++)
    a[i] = b[i] + 1;
#endif
  return 0;
}
