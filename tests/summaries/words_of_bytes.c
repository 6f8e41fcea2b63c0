/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=18 args="--engine=bmc -DBYTE=4" */
/* Words are stored into bytes that are read one by one. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef BYTE
#define BYTE 3
#endif
unsigned char bytes[4000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 999 && k < 4000);
  unsigned *words = (unsigned *)(bytes + 4);
  for (unsigned i = 0; i < n; i++) words[i] = 0x04030201;
  if (k >= 4 && k < 4 + 4 * n) assert(bytes[k] == k % 4 + 1 && (k % 4 != 2 || bytes[k] == BYTE));
  else assert(bytes[k] == 0);
  return 0;
}
