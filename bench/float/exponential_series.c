/* The exponential by its series is at least 1 + x, and below 1 / (1 - x). */
#include "bench.h"

int main(void) {
  float x = step(0, N, 1.0f / 32);
  float term = 1.0f, sum = 1.0f;
  for (int i = 1; i < TERMS; i++) {
    term = term * x / (float)i;
    sum += term;
  }
  assert(sum >= 1.0f + x);
#ifdef BUG
  assert(sum <= 1.0f + x + x * x / 2.0f);
#else
  assert(sum * (1.0f - x) <= 1.0f + 0.000001f);
#endif
  return 0;
}
