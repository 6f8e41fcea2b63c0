/* A correctly rounded square root is monotone at its bounds. */
#include "bench.h"
#include <math.h>

int main(void) {
  float x = between(1.0f, 4.0f);
  float root = sqrtf(x);
#ifdef BUG
  assert(root * root >= x);
#else
  assert(root >= 1.0f && root <= 2.0f);
#endif
  return 0;
}
