/* N tenths are close to N / 10, and not equal to it. */
#include "bench.h"

int main(void) {
  float sum = 0;
  int n = nondet_int();
  assume(n >= 0 && n <= N);
  for (int i = 0; i < n; i++)
    sum += 0.1f;
  float error = sum - (float)n / 10.0f;
#ifdef BUG
  assert(error == 0.0f);
#else
  assert(error < 0.00001f && error > -0.00001f);
#endif
  return 0;
}
