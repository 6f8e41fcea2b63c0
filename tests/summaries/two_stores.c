/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=32 args="--engine=bmc -DSWAP=1" */
/* Of two stores to one place the later one stays, in whatever iteration. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef SWAP
#define SWAP 0
#endif
int a[2001];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 2000; i++) {
    if (SWAP) {
      a[i] = 1;
      a[i + 1] = 2;
    } else {
      a[i + 1] = 2;
      a[i] = 1;
    }
  }
  __VERIFIER_assume(k <= 2000);
  assert(a[k] == (k == 2000 ? 2 : 1));
  int b[2001];
  for (int i = 0; i < 2000; i++) {
    b[i] = 1;
    b[i] = 3;
    b[i + 1] = SWAP;
  }
  assert(b[k] == (k == 2000 ? 0 : 3));
  return 0;
}
