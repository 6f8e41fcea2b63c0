/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=21 args="--engine=bmc -DSKIP=1" */
/* All values of a counter, up to where it wraps. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef SKIP
#define SKIP 0
#endif
unsigned char a[256];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  unsigned char i = SKIP;
  do {
    a[i] = i ^ 1;
    i++;
  } while (i != 0);
  __VERIFIER_assume(k < 256);
  assert(a[k] == (k ^ 1));
  return 0;
}
