/* The absolute value by the sign bit is the one by comparison, but for the bits of zero. */
#include "bench.h"
#include <string.h>

int main(void) {
  float x = nondet_float();
  assume(x == x);
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= 0x7FFFFFFFu;
  float cleared, compared = x < 0 ? -x : x;
  memcpy(&cleared, &bits, sizeof cleared);
#ifdef BUG
  unsigned other;
  memcpy(&other, &compared, sizeof other);
  assert(bits == other);
#else
  assert(cleared == compared);
#endif
  return 0;
}
