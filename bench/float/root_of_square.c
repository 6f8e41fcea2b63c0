/* The root of a square is the number again; the square of a root need not be. */
#include "bench.h"
#include <math.h>

int main(void) {
  float x = step(0, N, 1.0f / 3);
#ifdef BUG
  float root = sqrtf(x);
  assert(root * root == x);
#else
  assert(sqrtf(x * x) == x);
#endif
  return 0;
}
