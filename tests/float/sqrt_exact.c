/* aver: property=assert expect=TRUE */
// Square roots are rounded correctly.
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double four = 4.0, two = 2.0, minus = -1.0;
  assert(sqrt(four) == 2);
  assert(sqrt(two) == 1.4142135623730951);
  assert(sqrtf(2.0f) == 1.41421354f);
  assert(sqrt(two) * sqrt(two) != two);
  assert(isnan(sqrt(minus)));
  assert(sqrtl(2.0L) * sqrtl(2.0L) != 2.0L || sizeof(long double) < 10);
  return 0;
}
