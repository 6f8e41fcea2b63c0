/* Two numbers differ iff their difference is not zero, thanks to subnormal numbers; half of it may be zero. */
#include "bench.h"

int main(void) {
  float x = between(0.0f, 1.0f), y = between(0.0f, 1.0f);
  assume(x > y);
#ifdef BUG
  assert((x - y) * 0.5f > 0.0f);
#else
  assert(x - y > 0.0f);
#endif
  return 0;
}
