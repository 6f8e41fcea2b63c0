/* aver: property=assert expect=TRUE args="-DSTEPS=3" */
/* aver: property=assert expect=FALSE at=18 args="-DSTEPS=3 -DGAIN=1.5f" */
// A first-order filter of inputs within one stays within bounds, unless its gain is above one.
#include <assert.h>
#ifndef GAIN
#define GAIN 0.5f
#endif

float __VERIFIER_nondet_float(void);

int main(void) {
  float y = 0;
  for (int i = 0; i < STEPS; i++) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= -1 && x <= 1))
      return 0;
    y = GAIN * y + 0.5f * x;
    assert(y >= -1 && y <= 1);
  }
  return 0;
}
