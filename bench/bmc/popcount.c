/* Three ways to count the ones of an unknown word of 32 bits agree; N words. With -DBUG a mask is wrong. */
#include "bench.h"
#ifdef BUG
#define FOURTH 0x07070707u
#else
#define FOURTH 0x0F0F0F0Fu
#endif

static unsigned by_bits(unsigned x) {
  unsigned n = 0;
  for (int i = 0; i < 32; i++) n += x >> i & 1;
  return n;
}

static unsigned by_clearing(unsigned x) {
  unsigned n = 0;
  for (; x; x &= x - 1) n++;
  return n;
}

static unsigned by_halves(unsigned x) {
  x = x - (x >> 1 & 0x55555555u);
  x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
  x = (x + (x >> 4)) & FOURTH;
  return x * 0x01010101u >> 24;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    unsigned x = nondet_uint();
    assert(by_bits(x) == by_halves(x));
#ifdef CLEARING
    assert(by_clearing(x & CLEARING) == by_halves(x & CLEARING));
#endif
  }
  return 0;
}
