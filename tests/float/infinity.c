/* aver: property=assert expect=TRUE */
// Overflow gives infinity, which absorbs what is added, and whose difference is NaN.
#include <assert.h>
#include <float.h>
#include <math.h>

int main(void) {
  volatile double big = DBL_MAX;
  double infinite = big * 2;
  assert(infinite > DBL_MAX && isinf(infinite));
  assert(infinite + big == infinite);
  assert(isnan(infinite - infinite));
  assert(1 / infinite == 0);
  assert(isinf(-infinite) && -infinite < -DBL_MAX);
  volatile float f = FLT_MAX;
  assert(isinf(f * f) && !isinf((double)f * f));
  return 0;
}
