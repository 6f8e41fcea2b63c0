/* aver: property=assert,valid-deref expect=TRUE */
/* A word seen as bytes, the lowest first. */
#include <assert.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong(), back = 0;
  unsigned char *p = (unsigned char *)&x;
  for (int i = 7; i >= 0; i--) back = back << 8 | p[i];
  assert(back == x);
  *(unsigned short *)(p + 3) = 0xBEEF;
  assert((x >> 24 & 0xFFFF) == 0xBEEF);
  assert((x & 0xFFFFFF) == (back & 0xFFFFFF) && x >> 40 == back >> 40);
  return 0;
}
