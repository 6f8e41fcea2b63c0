/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=22 args=-DMISTAKE */
/* Two ways to swap the bytes of a word, and to find whether it is a power of two. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned swap_by_bytes(unsigned x) {
  return x >> 24 | (x >> 8 & 0xFF00) | (x << 8 & 0xFF0000) | x << 24;
}

static unsigned swap_by_halves(unsigned x) {
#ifdef MISTAKE
  x = (x & 0x00FF00FF) << 8 | (x >> 8 & 0x00FF00FE);
#else
  x = (x & 0x00FF00FF) << 8 | (x >> 8 & 0x00FF00FF);
#endif
  return x << 16 | x >> 16;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(swap_by_bytes(x) == swap_by_halves(x));
  int bits = 0;
  for (int i = 0; i < 32; i++) bits += x >> i & 1;
  assert((bits == 1) == (x != 0 && (x & (x - 1)) == 0));
  return 0;
}
