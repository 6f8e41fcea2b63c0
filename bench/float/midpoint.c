/* The midpoint of two numbers lies between them, unless their sum overflows. */
#include "bench.h"

int main(void) {
#ifdef BUG
  float a = between(-3.4e38f, 3.4e38f), b = between(-3.4e38f, 3.4e38f);
#else
  float a = between(-1.6e38f, 1.6e38f), b = between(-1.6e38f, 1.6e38f);
#endif
  assume(a <= b);
  float m = (a + b) / 2.0f;
  assert(a <= m && m <= b);
  return 0;
}
