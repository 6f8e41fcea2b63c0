/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=23 args="--engine=bmc -DOFF=3" */
/* A million elements are computed, and copied twice. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef OFF
#define OFF 1
#endif
int a[1000000], b[1000000];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 1000000; i++) a[i] = 2 * i + OFF;
  for (int i = 0; i < 1000000; i++) b[i] = a[i];
  int *p = b;
  while (p != b + 1000000) {
    *p = *p - 1;
    p++;
  }
  __VERIFIER_assume(k < 20);
  assert(b[k] == (int)(2 * k));
  return 0;
}
