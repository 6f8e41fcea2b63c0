/* Heap sort of N unknown numbers in memory from the heap. With BUG the last child is read beyond the end. */
#include "bench.h"

static void sift(unsigned char *a, unsigned root, unsigned count) {
  for (;;) {
    unsigned child = 2 * root + 1;
    if (child >= count) return;
#ifdef BUG
    if (a[child + 1] > a[child]) child++;
#else
    if (child + 1 < count && a[child + 1] > a[child]) child++;
#endif
    if (a[root] >= a[child]) return;
    unsigned char old = a[root];
    a[root] = a[child];
    a[child] = old;
    root = child;
  }
}

int main(void) {
  unsigned char *a = malloc(N);
  for (int i = 0; i < N; i++) a[i] = nondet_uchar();
  for (int i = N / 2 - 1; i >= 0; i--) sift(a, (unsigned)i, N);
  for (unsigned last = N - 1; last > 0; last--) {
    unsigned char old = a[0];
    a[0] = a[last];
    a[last] = old;
    sift(a, 0, last);
  }
  for (int i = 0; i + 1 < N; i++) assert(a[i] <= a[i + 1]);
  free(a);
  return 0;
}
