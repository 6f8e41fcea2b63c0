/* Multiplication by a constant keeps the order, but not strictly. */
#include "bench.h"

int main(void) {
  float x = between(0.0f, 1000.0f), y = between(0.0f, 1000.0f);
#ifdef BUG
  assume(x < y);
  assert(x * 0.7f < y * 0.7f);
#else
  assume(x <= y);
  assert(x * 0.75f <= y * 0.75f);
#endif
  return 0;
}
