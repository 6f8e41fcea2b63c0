/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=22 args="--engine=bmc -DMORE=1" */
/* As strings are copied. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef MORE
#define MORE 0
#endif
char from[5000], to[5000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 5000 && k < 5000);
  for (int i = 0; i < 5000; i++) from[i] = i & 15;
  char *d = to, *s = from;
  unsigned m = n + MORE;
  while (m--) *d++ = *s++;
  assert(d == to + n + MORE && s - from == d - to);
  if (k < n) assert(to[k] == (k & 15));
  else assert(to[k] == 0);
  return 0;
}
