/* The mean of three inputs within one is within one, if it is a division. */
#include "bench.h"

int main(void) {
  float a = between(-1.0f, 1.0f), b = between(-1.0f, 1.0f), c = between(-1.0f, 1.0f);
#ifdef BUG
  float mean = (a + b + c) * 0.33334f;
#else
  float mean = (a + b + c) / 3.0f;
#endif
  assert(mean >= -1.0f && mean <= 1.0f);
  return 0;
}
