/* aver: property=assert expect=TRUE */
// Halves: round goes away from zero, rint to even, and conversion toward zero.
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double h = 2.5, m = -2.5, t = 3.5;
  assert(round(h) == 3 && round(m) == -3 && round(t) == 4);
  assert(rint(h) == 2 && rint(m) == -2 && rint(t) == 4);
  assert(nearbyint(h) == 2);
  assert(lround(h) == 3 && lrint(h) == 2 && llround(m) == -3 && llrint(t) == 4);
  assert(floor(m) == -3 && ceil(m) == -2 && trunc(m) == -2);
  volatile double almost = 0.49999999999999994;
  assert(round(almost) == 0);
  assert(floor(almost + 0.5) == 1);
  return 0;
}
