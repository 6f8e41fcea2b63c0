/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=20 args="--engine=bmc -DANY=1" */
/* Two pointers into one array: a copy only if they are far apart. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef ANY
#define ANY 0
#endif
char a[600];

int main(void) {
  unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
  unsigned k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(from <= 400 && to <= 400 && k < 200);
  __VERIFIER_assume(ANY ? to == from + 1 : from >= to || to - from >= 200);
  for (int i = 0; i < 600; i++) a[i] = i % 100;
  for (int i = 0; i < 200; i++) a[to + i] = a[from + i];
  assert(a[to + k] == (char)((from + k) % 100));
  return 0;
}
