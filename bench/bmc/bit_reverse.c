/* The bits of N unknown words in reverse, by swapping ever smaller halves and bit by bit. */
#include "bench.h"

static unsigned by_halves(unsigned x) {
  x = x >> 16 | x << 16;
  x = (x & 0xFF00FF00u) >> 8 | (x & 0x00FF00FFu) << 8;
  x = (x & 0xF0F0F0F0u) >> 4 | (x & 0x0F0F0F0Fu) << 4;
  x = (x & 0xCCCCCCCCu) >> 2 | (x & 0x33333333u) << 2;
  return (x & 0xAAAAAAAAu) >> 1 | (x & 0x55555555u) << 1;
}

static unsigned by_bits(unsigned x) {
  unsigned y = 0;
  for (int i = 0; i < 32; i++) y = y << 1 | (x >> i & 1);
  return y;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    unsigned x = nondet_uint();
    assert(by_halves(x) == by_bits(x));
  }
  return 0;
}
