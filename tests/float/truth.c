/* aver: property=assert expect=TRUE */
// What counts as true: all but the zeros, NaN included.
#include <assert.h>

int main(void) {
  volatile double zero = 0.0;
  double nan = zero / zero, minus = -zero;
  _Bool a = nan, b = minus, c = 0.1;
  assert(a && !b && c);
  assert(nan ? 1 : 0);
  assert(!zero && !!5e-324);
  return 0;
}
