/* Integers of 24 bits survive the way to float and back. */
#include "bench.h"
#ifdef BUG
#define MOST 16777217
#else
#define MOST 16777216
#endif

int main(void) {
  int n = nondet_int();
  assume(n >= -MOST && n <= MOST);
  assert((int)(float)n == n);
  return 0;
}
