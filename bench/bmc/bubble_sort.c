/* Bubble sort of N unknown numbers, then: sorted. With -DBUG one round is missing. */
#include "bench.h"
#ifdef BUG
#define ROUNDS (N - 2)
#else
#define ROUNDS (N - 1)
#endif

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = nondet_int();
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < N - 1; i++)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
  for (int i = 0; i < N - 1; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
