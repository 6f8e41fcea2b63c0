/* A loop with N iterations whose condition and body are constant; one unknown number goes through its result. */
#include "bench.h"

int main(void) {
  unsigned sum = 0, mixed = 1;
  for (unsigned i = 0; i < N; i++) {
    sum += i;
    mixed = mixed * 1664525u + i;
    if (mixed % 7 == 3) mixed ^= sum;
  }
  unsigned x = nondet_uint();
  assert(sum == (unsigned)((unsigned long long)N * (N - 1) / 2));
#ifdef BUG
  assert((x ^ sum) != BUG);
#else
  assert((x ^ sum ^ mixed) != (x ^ sum) || mixed == 0);
#endif
  return 0;
}
