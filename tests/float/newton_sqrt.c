/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args="-DTIGHT" */
// Newton's method for a square root: five steps from a fixed start come close, not arbitrarily close.
#include <assert.h>

int main(void) {
  double a = 2.0, x = 1.0;
  for (int i = 0; i < 5; i++)
    x = 0.5 * (x + a / x);
  double error = x * x - a;
  if (error < 0)
    error = -error;
#ifdef TIGHT
  double limit = 0;
#else
  double limit = 1e-14;
#endif
  assert(error <= limit);
  return 0;
}
