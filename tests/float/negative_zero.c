/* aver: property=assert expect=TRUE */
// The zeros are equal, and differ.
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double zero = 0.0;
  double minus = -zero;
  assert(minus == zero);
  assert(signbit(minus) && !signbit(zero));
  assert(1 / minus < 0 && 1 / zero > 0);
  assert(!signbit(minus + zero) && signbit(minus + minus));
  assert(!signbit(zero - zero) && signbit(minus * 1.0));
  assert(signbit(sqrt(minus)));
  assert(signbit(fabs(minus)) == 0);
  return 0;
}
