/* Binary search in N unknown, sorted numbers finds an unknown key exactly if it is there. */
#include "bench.h"

int main(void) {
  unsigned a[N], key = nondet_uint();
  int there = 0;
  for (int i = 0; i < N; i++) {
    a[i] = nondet_uint();
    if (i > 0) assume(a[i - 1] <= a[i]);
    there |= a[i] == key;
  }
  int low = 0, high = N;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < key) low = middle + 1;
    else high = middle;
  }
  assert((low < N && a[low] == key) == there);
  return 0;
}
