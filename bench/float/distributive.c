/* Multiplication distributes over addition where nothing is rounded. */
#include "bench.h"

int main(void) {
#ifdef BUG
  float a = between(1.0f, 2.0f), b = between(1.0f, 2.0f), c = between(1.0f, 2.0f);
#else
  float a = step(0, N, 1.0f), b = step(0, N, 1.0f), c = step(0, N, 1.0f);
#endif
  assert(a * (b + c) == a * b + a * c);
  return 0;
}
