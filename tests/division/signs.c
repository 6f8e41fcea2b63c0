/* aver: property=assert expect=TRUE */
/* Division truncates towards zero, and the remainder has the sign of the dividend. */
#include <assert.h>

int main(void) {
  volatile int seven = 7, two = 2;
  assert(seven / two == 3 && seven % two == 1);
  assert(-seven / two == -3 && -seven % two == -1);
  assert(seven / -two == -3 && seven % -two == 1);
  assert(-seven / -two == 3 && -seven % -two == -1);
  return 0;
}
