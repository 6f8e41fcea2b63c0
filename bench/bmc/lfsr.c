/* A feedback shift register of 16 bits, N steps forwards and N steps back from an unknown state. */
#include "bench.h"

static unsigned forwards(unsigned s) {
  unsigned bit = (s ^ s >> 2 ^ s >> 3 ^ s >> 5) & 1;
  return s >> 1 | bit << 15;
}

static unsigned backwards(unsigned s) {
  unsigned t = s << 1 & 0xFFFF;
  unsigned bit = (s >> 15 ^ t >> 2 ^ t >> 3 ^ t >> 5) & 1;
  return t | bit;
}

int main(void) {
  unsigned start = nondet_uint() & 0xFFFF, s = start;
  assume(start != 0);
  for (int i = 0; i < N; i++) {
    s = forwards(s);
#ifdef BUG
    assert(s != BUG || i < N - 1);
#endif
  }
  for (int i = 0; i < N; i++) s = backwards(s);
  assert(s == start);
  return 0;
}
