/* A clamped number is within its bounds, unless it is NaN. */
#include "bench.h"

int main(void) {
  float x = nondet_float(), low = between(-10.0f, 0.0f), high = between(0.0f, 10.0f);
#ifdef BUG
  float y = x < low ? low : x > high ? high : x;
#else
  float y = x > low ? (x < high ? x : high) : low;
#endif
  assert(y >= low && y <= high);
  return 0;
}
