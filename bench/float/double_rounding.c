/* A product of two floats is exact in double, so that rounding it once more is the float product. */
#include "bench.h"

int main(void) {
  float a = step(-N, N, 0.3f), b = step(-N, N, 0.7f);
  double exact = (double)a * (double)b;
#ifdef BUG
  assert((double)(a * b) == exact);
#else
  assert((float)exact == a * b);
#endif
  return 0;
}
