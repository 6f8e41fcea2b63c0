/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=22 args="-DOUTSIDE" */
// Linear interpolation in a table.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  const float xs[] = {0.0f, 1.0f, 2.0f, 4.0f}, ys[] = {0.0f, 2.0f, 3.0f, 5.0f};
  float x = __VERIFIER_nondet_float();
#ifdef OUTSIDE
  if (!(x >= 0.0f))
    return 0;
#else
  if (!(x >= 0.0f && x < 4.0f))
    return 0;
#endif
  int i = 0;
  while (i < 2 && x >= xs[i + 1])
    i++;
  float y = ys[i] + (x - xs[i]) * (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]);
  assert(y >= 0.0f && y <= 5.0f);
  return 0;
}
