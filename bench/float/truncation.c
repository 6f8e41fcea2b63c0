/* Conversion to an integer goes towards zero by less than one. */
#include "bench.h"

int main(void) {
  float x = between(-100000.0f, 100000.0f);
  float rest = x - (float)(int)x;
#ifdef BUG
  assert(rest > -0.5f && rest < 0.5f);
#else
  assert(rest > -1.0f && rest < 1.0f && (x < 0 ? rest <= 0 : rest >= 0));
#endif
  return 0;
}
