/* aver: property=assert expect=TRUE */
/* Integers of any width. */
#include <assert.h>

int main(void) {
  unsigned _BitInt(5) small = 31;
  small += 1;
  assert(small == 0);
  _BitInt(100) wide = (_BitInt(100))1 << 90;
  assert((int)(wide >> 88) == 4);
  _BitInt(200) product = (_BitInt(200))3 * wide * wide;
  assert((int)(product >> 180) == 3);
  unsigned __int128 ones = ~(unsigned __int128)0;
  assert((unsigned)(ones >> 100) == (1u << 28) - 1);
  return 0;
}
