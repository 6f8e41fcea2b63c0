/* A controller with an integrator that is limited: its output is within its range, if the limit is applied last. */
#include "bench.h"

static float limit(float x) { return x > 1.0f ? 1.0f : x < -1.0f ? -1.0f : x; }

int main(void) {
  float integral = 0, output = 0;
  for (int i = 0; i < N; i++) {
    float error = between(-2.0f, 2.0f);
    integral = limit(integral + 0.25f * error);
#ifdef BUG
    output = limit(0.5f * error) + 0.5f * integral;
#else
    output = limit(0.5f * error + 0.5f * integral);
#endif
  }
  assert(output >= -1.0f && output <= 1.0f);
  return 0;
}
