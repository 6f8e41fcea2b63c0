/* Sterbenz: the difference of numbers within a factor of two of each other is exact. */
#include "bench.h"
#ifdef BUG
#define FACTOR 4.0f
#else
#define FACTOR 2.0f
#endif

int main(void) {
  float x = between(1.0f, 1000.0f), y = between(1.0f, 1000.0f);
  assume(y <= x && x <= FACTOR * y);
  assert((double)(x - y) == (double)x - (double)y);
  return 0;
}
