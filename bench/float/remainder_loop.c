/* The remainder by subtraction is that of the integers. */
#include "bench.h"

int main(void) {
  int n = nondet_int();
  assume(n >= 0 && n <= N);
#ifdef BUG
  float x = (float)n * 0.1f, d = 0.3f;
#else
  float x = (float)n * 0.125f, d = 0.375f;
#endif
  while (x >= d)
    x -= d;
#ifdef BUG
  assert(x == (float)(n % 3) * 0.1f);
#else
  assert(x == (float)(n % 3) * 0.125f);
#endif
  return 0;
}
