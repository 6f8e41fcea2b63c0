/* A first-order filter of inputs within one stays within one, unless its gains sum up to more. */
#include "bench.h"
#ifdef BUG
#define GAIN 0.75f
#else
#define GAIN 0.5f
#endif

int main(void) {
  float y = 0;
  for (int i = 0; i < N; i++) {
    float x = between(-1.0f, 1.0f);
    y = GAIN * y + 0.5f * x;
    assert(y >= -1.0f && y <= 1.0f);
  }
  return 0;
}
