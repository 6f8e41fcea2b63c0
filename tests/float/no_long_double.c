/* aver: property=assert expect=UNKNOWN reason="is not a `long double`" */
// Bytes whose leading bit of the significand does not fit the exponent stand for no number.
#include <assert.h>
#include <string.h>

int main(void) {
  long double x;
  memset(&x, 0, sizeof x);
  ((unsigned char *)&x)[9] = 0x3f;
  ((unsigned char *)&x)[8] = 0xff;
  assert(x == 1 || x != 1);
  return 0;
}
