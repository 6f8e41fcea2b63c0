/* The sieve of Eratosthenes up to N: constant all the way. Then one unknown number is looked up. */
#include "bench.h"

static unsigned char composite[N];

int main(void) {
  int primes = 0;
  for (int i = 2; i < N; i++) {
    if (composite[i]) continue;
    primes++;
    for (int j = 2 * i; j < N; j += i) composite[j] = 1;
  }
  assert(primes == PRIMES);
  unsigned x = nondet_uint();
  assume(x >= 2 && x < N);
  if (!composite[x]) assert(x == 2 || x % 2 == 1);
  return 0;
}
