/* Newton's method for square roots: after enough steps the square is close to the number. */
#include "bench.h"
#ifndef STEPS
#define STEPS 5
#endif

int main(void) {
  float a = step(1, N, 1.0f), x = a;
  for (int i = 0; i < STEPS; i++)
    x = 0.5f * (x + a / x);
  float error = x * x - a;
  assert(error < 0.001f && error > -0.001f);
  return 0;
}
