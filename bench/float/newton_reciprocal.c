/* Division by multiplication: Newton's method for 1/d from a linear guess. */
#include "bench.h"
#ifndef STEPS
#define STEPS 3
#endif

int main(void) {
  float d = step(32, 32 + N, 1.0f / 64);
  float x = 2.9142f - 2.0f * d;
  for (int i = 0; i < STEPS; i++)
    x = x * (2.0f - d * x);
  float error = d * x - 1.0f;
  assert(error < 0.0001f && error > -0.0001f);
  return 0;
}
