/* N unknown operations on a ring buffer of eight cells; what comes out is what went in, in order. */
#include "bench.h"

struct ring {
  unsigned char cells[8];
  unsigned head, count;
};

int main(void) {
  struct ring ring = {{0}, 0, 0};
  unsigned char put = 0, expected = 0;
  for (int i = 0; i < N; i++) {
    if (nondet_uchar() & 1) {
      if (ring.count < 8) {
        ring.cells[(ring.head + ring.count) % 8] = put++;
        ring.count++;
      }
    } else if (ring.count > 0) {
      unsigned char got = ring.cells[ring.head];
      ring.head = (ring.head + 1) % 8;
      ring.count--;
      assert(got == expected);
      expected++;
    }
  }
  assert((unsigned char)(put - expected) == ring.count);
#ifdef BUG
  assert(!(ring.head == BUG && ring.count == 8));
#endif
  return 0;
}
