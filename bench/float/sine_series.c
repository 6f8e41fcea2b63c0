/* The sine by its series lies between x - x^3/6 and x. */
#include "bench.h"
#ifdef BUG
#define SLACK 0.0f
#else
#define SLACK 0.000001f
#endif

int main(void) {
  float x = step(0, N, 1.0f / 16);
  float term = x, sum = x;
  for (int i = 1; i < TERMS; i++) {
    term = -term * x * x / (float)(2 * i * (2 * i + 1));
    sum += term;
  }
  float cubic = x - x * x * x / 6.0f;
#ifdef BUG
  assert(sum <= cubic + x * x * x * x * x / 121.0f);
#else
  assert(sum <= x + SLACK && sum >= cubic - SLACK);
#endif
  return 0;
}
