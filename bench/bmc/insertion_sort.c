/* Insertion sort of N unknown bytes, whose inner loop depends on them; then: sorted, and the sum is kept. */
#include "bench.h"

int main(void) {
  unsigned char a[N];
  unsigned before = 0, after = 0;
  for (int i = 0; i < N; i++) {
    a[i] = nondet_uchar();
    before += a[i];
  }
  for (int i = 1; i < N; i++) {
    unsigned char x = a[i];
    int j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
  for (int i = 0; i < N; i++) after += a[i];
  assert(before == after);
  for (int i = 0; i + 1 < N; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
