/* The order of a sum does not matter where all sums are exact. */
#include "bench.h"

int main(void) {
#ifdef BUG
  float a = between(0.0f, 1000.0f), b = between(0.0f, 1000.0f), c = between(0.0f, 1000.0f);
#else
  float a = step(0, N, 0.25f), b = step(0, N, 0.25f), c = step(0, N, 0.25f);
#endif
  assert((a + b) + c == a + (b + c));
  return 0;
}
