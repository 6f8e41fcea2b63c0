/* Steps of three meet a number after 2^32 / 3 of them, and again after going round; seven is met only then. */
/* aver: property=assert expect=FALSE at=13 */
#include <assert.h>

int main(void) {
  unsigned x = 3, rounds = 0;
  while (x != 7) {
    x += 3;
    rounds++;
  }
  /* 3 + 3 * rounds == 7 modulo 2^32 */
  if (x == 7)
    assert(rounds == 0);
  return 0;
}
