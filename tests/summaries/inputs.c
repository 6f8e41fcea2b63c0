/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=23 args="--engine=bmc -DSEVEN=7" */
/* Each element is an input of its own. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef SEVEN
#define SEVEN 77
#endif
unsigned a[2000], b[2000];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), l = __VERIFIER_nondet_uint();
  __VERIFIER_assume(k < 2000 && l < 2000);
  for (int i = 0; i < 2000; i++) {
    unsigned once = __VERIFIER_nondet_uint() % 50;
    a[i] = once;
    b[i] = a[i] + once;
  }
  unsigned last = __VERIFIER_nondet_uint();
  assert(b[k] == 2 * a[k]);
  assert(a[k] != SEVEN || a[l] != 8 || last != 9);
  return 0;
}
