/* Batcher's odd-even merge sort of N unknown numbers, then: sorted. With -DBUG one comparison is left out. */
#include "bench.h"

static unsigned char a[N];
static int left_out;

static void compare(int i, int j) {
#ifdef BUG
  if (++left_out == BUG) return;
#endif
  if (a[i] > a[j]) {
    unsigned char t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) a[i] = nondet_uchar();
  for (int p = 1; p < N; p *= 2)
    for (int k = p; k >= 1; k /= 2)
      for (int j = k % p; j + k < N; j += 2 * k)
        for (int i = 0; i < k && i + j + k < N; i++)
          if ((i + j) / (2 * p) == (i + j + k) / (2 * p)) compare(i + j, i + j + k);
  for (int i = 0; i + 1 < N; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
