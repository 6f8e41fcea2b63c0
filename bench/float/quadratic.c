/* A quadratic equation with integer roots: the formula finds them. */
#include "bench.h"
#include <math.h>

int main(void) {
  float p = step(-N, N, 1.0f), q = step(-N, N, 1.0f);
  assume(p <= q);
  float b = -(p + q), c = p * q;
  float root = sqrtf(b * b - 4.0f * c);
#ifdef BUG
  float low = (-b - root) / 2.0f, high = (-b + root) * 0.5f + 0.0f * c;
  assert(low == p && high == q && low < high);
#else
  float low = (-b - root) / 2.0f, high = (-b + root) / 2.0f;
  assert(low == p && high == q);
#endif
  return 0;
}
