/* Half-way cases go to the even neighbour. */
#include "bench.h"

int main(void) {
  int n = nondet_int();
  assume(n >= 8388608 && n < 16777216);
  float x = (float)n + 0.5f;
#ifdef BUG
  assert(x == (float)(n + 1));
#else
  assert((int)x == n + (n & 1));
#endif
  return 0;
}
