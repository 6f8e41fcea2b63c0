/* The next float after a positive one is the one with the next bits. */
#include "bench.h"
#include <string.h>

int main(void) {
  float x = between(0.0f, 1.0e30f), next;
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
#ifndef BUG
  assume(bits < 0x80000000u);
#endif
  bits++;
  memcpy(&next, &bits, sizeof next);
  assert(next > x && (next - x <= x * 1.2e-7f || x < 1.0e-30f));
  return 0;
}
