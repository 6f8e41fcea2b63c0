/* aver: property=assert expect=TRUE */
// __float128: 113 bits of precision.
#include <assert.h>

int main(void) {
  volatile __float128 one = 1, three = 3;
  __float128 third = one / three;
  assert(third * three == one);
  assert((double)third == 1.0 / 3.0 && (__float128)(double)third != third);
  volatile __int128 big = ((__int128)1 << 112) + 1;
  assert((__int128)(__float128)big == big);
  return 0;
}
