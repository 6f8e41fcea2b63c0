/* Linear interpolation between points on a grid stays between them, up to rounding. */
#include "bench.h"

int main(void) {
  float a = step(-N, N, 0.1f), b = step(-N, N, 0.1f), t = step(0, 16, 1.0f / 16);
  assume(a <= b);
  float x = a + t * (b - a);
#ifdef BUG
  assert(x >= a && x <= b);
#else
  assert(x >= a && x <= b + 0.00001f);
#endif
  return 0;
}
