/* An array of N cells, written and read at constant places; all contents depend on one unknown number. */
#include "bench.h"

static unsigned a[N];

int main(void) {
  unsigned x = nondet_uint();
  for (int i = 0; i < N; i++) a[i] = x ^ i;
  for (int i = 0; i < N; i++) a[i] = ~a[i];
  assert((a[N - 1] ^ a[0]) == N - 1);
  assert((a[N / 2] ^ a[1]) == (N / 2 ^ 1));
  return 0;
}
