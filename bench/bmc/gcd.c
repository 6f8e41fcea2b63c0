/* Euclid's algorithm on two unknown numbers below N: divides both. */
#include "bench.h"

int main(void) {
  unsigned x = nondet_uint(), y = nondet_uint();
  assume(x < N && y < N && x + y > 0);
  unsigned a = x, b = y;
  while (b) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
#ifdef BUG
  assert(a != BUG || x < y);
#else
  assert(a > 0 && x % a == 0 && y % a == 0);
#endif
  return 0;
}
