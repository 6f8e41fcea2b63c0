/* aver: property=assert expect=TRUE */
#include <assert.h>

int main(void) {
  _Complex int a = 1 + 2i, b = 3 - 1i, sum = a + b, product = a * b;
  assert(__real__ sum == 4 && __imag__ sum == 1);
  assert(__real__ product == 5 && __imag__ product == 5);
  assert(a != b && __imag__ ~a == -2);
  return 0;
}
