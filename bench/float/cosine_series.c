/* The cosine by its series lies between 1 - x^2/2 and 1. */
#include "bench.h"

int main(void) {
  float x = step(-N, N, 1.0f / 16);
  float term = 1.0f, sum = 1.0f;
  for (int i = 1; i < TERMS; i++) {
    term = -term * x * x / (float)((2 * i - 1) * (2 * i));
    sum += term;
  }
#ifdef BUG
  assert(sum < 1.0f);
#else
  assert(sum <= 1.0f && sum >= 1.0f - x * x / 2.0f - 0.000001f);
#endif
  return 0;
}
