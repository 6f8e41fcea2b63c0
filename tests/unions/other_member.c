/* aver: property=assert expect=TRUE */
/* A union read through another member gives the bytes that are there. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

union word {
  unsigned whole;
  unsigned short halves[2];
  unsigned char bytes[4];
  struct {
    unsigned char low;
    short middle;
  } odd;
};

int main(void) {
  union word w;
  unsigned x = __VERIFIER_nondet_uint();
  w.whole = x;
  assert(w.halves[0] == (x & 0xFFFF) && w.halves[1] == x >> 16);
  assert(w.bytes[0] == (x & 0xFF) && w.bytes[3] == x >> 24);
  assert(w.odd.low == w.bytes[0] && w.odd.middle == (short)w.halves[1]);
  w.bytes[2] = 0x5A;
  assert(w.whole == ((x & 0xFF00FFFFu) | 0x5A0000u));
  unsigned i = x % 4;
  w.bytes[i] = 0;
  assert((w.whole >> 8 * i & 0xFF) == 0);
  return 0;
}
