/* aver: property=assert expect=TRUE */
// The famous approximation of 1/sqrt(x), at some points.
#include <assert.h>
#include <string.h>

static float inverse_root(float x) {
  int i;
  float half = x * 0.5f, y = x;
  memcpy(&i, &y, sizeof i);
  i = 0x5f3759df - (i >> 1);
  memcpy(&y, &i, sizeof y);
  return y * (1.5f - half * y * y);
}

int main(void) {
  const float points[] = {1.0f, 4.0f, 0.25f, 100.0f}, roots[] = {1.0f, 0.5f, 2.0f, 0.1f};
  for (int i = 0; i < 4; i++) {
    float r = inverse_root(points[i]) / roots[i];
    assert(r > 0.998f && r < 1.002f);
  }
  return 0;
}
