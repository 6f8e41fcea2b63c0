/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=19 args="-DBOUND=0.00000001f" */
// A polynomial for the sine, at some points: the error against known values is small.
#include <assert.h>

#ifndef BOUND
#define BOUND 0.001f
#endif

static float sine(float x) {
  float y = x * x;
  return x * (1.0f - y / 6.0f + y * y / 120.0f - y * y * y / 5040.0f);
}

int main(void) {
  const float points[] = {0.0f, 0.5f, 1.0f, 1.5f}, values[] = {0.0f, 0.47942554f, 0.84147098f, 0.99749499f};
  for (int i = 0; i < 4; i++) {
    float error = sine(points[i]) - values[i];
    assert(error <= BOUND && error >= -BOUND);
  }
  return 0;
}
