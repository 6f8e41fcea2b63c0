/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:array-bounds at=19 args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc -DSIZE=256 -DBOUND=255" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=21 args="--engine=bmc -DSIZE=256 -DBOUND=255 -DREACHED" */
/* The counter never gets to the bound, but to the end of the array. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef SIZE
#define SIZE 250
#define BOUND 256
#endif
int a[SIZE];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= BOUND && (n == 255 || BOUND > 255));
  for (unsigned char i = 0; i < n; i++)
    a[i] = 1;
#ifdef REACHED
  assert(0);
#endif
  return 0;
}
