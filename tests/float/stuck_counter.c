/* aver: property=assert expect=TRUE */
// Above 2^24 a float does not count any more.
#include <assert.h>

int main(void) {
  volatile float x = 16777216.0f;
  assert(x + 1 == x);
  assert(x + 2 != x);
  double d = x;
  assert(d + 1 != d);
  return 0;
}
