/* A table with interpolation between its entries is monotone. */
#include "bench.h"
static const float table[5] = {0.0f, 0.25f, 0.5f, 0.75f,
#ifdef BUG
                               0.625f
#else
                               1.0f
#endif
};

static float lookup(float x) {
  int i = (int)x;
  if (i >= 4)
    return table[4];
  return table[i] + (x - (float)i) * (table[i + 1] - table[i]);
}

int main(void) {
  float x = step(0, N, 0.125f), y = step(0, N, 0.125f);
  assume(x <= y);
  assert(lookup(x) <= lookup(y));
  return 0;
}
