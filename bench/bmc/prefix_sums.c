/* Sums of unknown ranges by prefix sums and by adding up. With -DBUG the range is one too long. */
#include "bench.h"

int main(void) {
  unsigned a[N], prefix[N + 1];
  prefix[0] = 0;
  for (int i = 0; i < N; i++) {
    a[i] = nondet_uint();
    prefix[i + 1] = prefix[i] + a[i];
  }
  unsigned from = nondet_uint(), to = nondet_uint();
  assume(from <= to && to <= N);
  unsigned sum = 0;
  for (unsigned i = 0; i < N; i++)
#ifdef BUG
    if (i >= from && i <= to) sum += a[i];
#else
    if (i >= from && i < to) sum += a[i];
#endif
  assert(sum == prefix[to] - prefix[from]);
  return 0;
}
