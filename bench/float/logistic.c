/* The logistic map keeps the unit interval, for rates up to four. */
#include "bench.h"
#ifdef BUG
#define RATE 4.25f
#else
#define RATE 3.5f
#endif

int main(void) {
  float x = step(0, 16, 1.0f / 16);
  for (int i = 0; i < N; i++) {
    x = RATE * x * (1.0f - x);
    assert(x >= 0.0f && x <= 1.0f);
  }
  return 0;
}
