/* Integers of 53 bits survive the way to double and back. */
#include "bench.h"
#ifdef BUG
#define MOST 9007199254740993L
#else
#define MOST 9007199254740992L
#endif

int main(void) {
  long n = nondet_long();
  assume(n >= -MOST && n <= MOST);
  assert((long)(double)n == n);
  return 0;
}
