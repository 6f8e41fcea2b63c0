/* A compensated sum of a large number and small ones keeps the small ones; a plain sum does not. */
#include "bench.h"

int main(void) {
  float sum = 16777216.0f, lost = 0;
  int exact = 0;
  for (int i = 0; i < N; i++) {
    int k = nondet_uchar() & 3;
    exact += k;
#ifdef BUG
    sum += (float)k;
#else
    float x = (float)k - lost, next = sum + x;
    lost = (next - sum) - x;
    sum = next;
#endif
  }
  float error = (float)((long)sum - 16777216L - exact);
  assert(error >= -1.0f && error <= 1.0f);
  return 0;
}
