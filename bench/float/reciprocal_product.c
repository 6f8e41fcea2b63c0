/* A number times its reciprocal is one, up to rounding. */
#include "bench.h"

int main(void) {
  float x = step(1, N, 1.0f);
  float one = x * (1.0f / x);
#ifdef BUG
  assert(one == 1.0f);
#else
  assert(one > 0.999999f && one < 1.000001f);
#endif
  return 0;
}
