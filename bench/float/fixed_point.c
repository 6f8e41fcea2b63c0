/* Numbers of a fixed point in binary survive the way to float and back; those of a decimal one are truncated. */
#include "bench.h"
#ifdef BUG
#define UNIT 100.0f
#else
#define UNIT 256.0f
#endif

int main(void) {
  int n = nondet_int();
  assume(n >= -N && n <= N);
  float x = (float)n / UNIT;
  assert((int)(x * UNIT) == n);
  return 0;
}
