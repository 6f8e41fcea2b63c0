/* A second-order filter with steps as inputs: what comes out is bounded by the sum of its answers to an impulse. */
#include "bench.h"
#ifdef BUG
#define BOUND 1.5f
#else
#define BOUND 4.0f
#endif

int main(void) {
  float y1 = 0, y2 = 0;
  for (int i = 0; i < N; i++) {
    float x = (nondet_uchar() & 1) ? 1.0f : -1.0f;
    float y = 0.75f * y1 - 0.25f * y2 + x;
    y2 = y1;
    y1 = y;
    assert(y >= -BOUND && y <= BOUND);
  }
  return 0;
}
