/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=26 args="--engine=bmc -DOFF=3 -DSIZE=2000" */
/* A million elements are computed, and copied twice. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef OFF
#define OFF 1
#endif
#ifndef SIZE
#define SIZE 1000000
#endif
int a[SIZE], b[SIZE];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 0; i < SIZE; i++) a[i] = 2 * i + OFF;
  for (int i = 0; i < SIZE; i++) b[i] = a[i];
  int *p = b;
  while (p != b + SIZE) {
    *p = *p - 1;
    p++;
  }
  __VERIFIER_assume(k < 20);
  assert(b[k] == (int)(2 * k));
  return 0;
}
