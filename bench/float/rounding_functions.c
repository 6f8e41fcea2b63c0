/* Rounding to an integer moves by at most a half, and adding a half first is not the same. */
#include "bench.h"
#include <math.h>

int main(void) {
  float x = between(0.0f, 4194304.0f);
#ifdef BUG
  assert(floorf(x + 0.5f) == roundf(x));
#else
  float moved = roundf(x) - x;
  assert(moved >= -0.5f && moved <= 0.5f && floorf(x) <= x && ceilf(x) >= x);
#endif
  return 0;
}
