/* Rotation by a rational angle keeps points of the unit circle near it. */
#include "bench.h"

int main(void) {
  float x = 1.0f, y = 0.0f;
  for (int i = 0; i < N; i++) {
    _Bool left = nondet_uchar() & 1;
    float s = left ? 0.8f : -0.8f, u = 0.6f * x - s * y, v = s * x + 0.6f * y;
    x = u;
    y = v;
  }
  float square = x * x + y * y;
#ifdef BUG
  assert(square == 1.0f || N == 0);
#else
  assert(square > 0.9999f && square < 1.0001f);
#endif
  return 0;
}
