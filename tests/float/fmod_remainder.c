/* aver: property=assert expect=TRUE */
// fmod has the sign of the dividend, remainder is the nearest.
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double a = 5.0, b = 3.0, m = -5.0;
  assert(fmod(a, b) == 2 && remainder(a, b) == -1);
  assert(fmod(m, b) == -2 && remainder(m, b) == 1);
  assert(fmod(a, -b) == 2);
  volatile double half = 7.5, two = 2.5;
  assert(fmod(half, two) == 0 && !signbit(fmod(half, two)));
  assert(signbit(fmod(-half, two)));
  volatile double zero = 0.0, huge = 1e300;
  assert(isnan(fmod(a, zero)) && isnan(fmod(huge * huge, a)) && fmod(a, huge * huge) == a);
  assert(remainder(6.0, 4.0) == -2 && remainder(10.0, 4.0) == 2);
  return 0;
}
