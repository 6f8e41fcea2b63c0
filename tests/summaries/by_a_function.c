/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=26 args="--engine=bmc -DPLUS=2" */
/* The value is computed by a function, and the last one is used behind the loop. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef PLUS
#define PLUS 1
#endif
int a[3000];

static int square(int x) {
  int result = x * x;
  return result + PLUS;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n > 0 && n <= 3000 && k < n);
  int last = 0;
  for (unsigned i = 0; i < n; i++) {
    last = square(i);
    a[i] = last;
  }
  assert(last == (int)((n - 1) * (n - 1)) + 1);
  assert(a[k] == (int)(k * k) + 1);
  return 0;
}
