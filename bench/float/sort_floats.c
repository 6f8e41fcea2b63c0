/* Sorting puts numbers in order; NaN is in no order. */
#include "bench.h"

int main(void) {
  float x[N];
  for (int i = 0; i < N; i++) {
    x[i] = nondet_float();
#ifndef BUG
    assume(x[i] == x[i]);
#endif
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j + 1 < N - i; j++)
      if (x[j] > x[j + 1]) {
        float t = x[j];
        x[j] = x[j + 1];
        x[j + 1] = t;
      }
  for (int i = 0; i + 1 < N; i++)
    assert(x[i] <= x[i + 1]);
  return 0;
}
