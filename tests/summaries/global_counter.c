/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=22 args="--engine=bmc -DEND=2" */
/* The bound stands in memory, and so does what the loop leaves behind. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef END
#define END 1
#endif
int a[3000];
unsigned length, seen;

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  length = __VERIFIER_nondet_uint();
  __VERIFIER_assume(length <= 3000 && k < 3000);
  for (unsigned i = 0; i < length; i++) {
    a[i] = 1;
    seen = i + END;
  }
  assert(seen == length);
  assert(a[k] == (k < length));
  return 0;
}
