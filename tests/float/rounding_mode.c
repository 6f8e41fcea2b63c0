/* aver: property=assert expect=TRUE */
// The direction of rounding, as the program sets it.
#include <assert.h>
#include <fenv.h>
#include <math.h>

static double third(void) {
  volatile double one = 1.0, three = 3.0;
  return one / three;
}

int main(void) {
  assert(fegetround() == FE_TONEAREST);
  double nearest = third();
  assert(fesetround(FE_UPWARD) == 0);
  double up = third();
  volatile double h = 1.1;
  assert(rint(h) == 2);
  fesetround(FE_DOWNWARD);
  double down = third();
  assert(rint(-h) == -2);
  fesetround(FE_TOWARDZERO);
  double zero = third();
  assert(fegetround() == FE_TOWARDZERO);
  fesetround(FE_TONEAREST);
  assert(down < up && down == nearest && zero == down);
  assert(third() == nearest);
  return 0;
}
