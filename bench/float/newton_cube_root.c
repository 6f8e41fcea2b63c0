/* Newton's method for cube roots. */
#include "bench.h"
#ifndef STEPS
#define STEPS 6
#endif

int main(void) {
  float a = step(1, N, 1.0f), x = 2.0f;
  for (int i = 0; i < STEPS; i++)
    x = (2.0f * x + a / (x * x)) / 3.0f;
  float error = x * x * x - a;
  assert(error < 0.001f && error > -0.001f);
  return 0;
}
