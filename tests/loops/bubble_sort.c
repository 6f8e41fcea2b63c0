/* aver: property=assert,array-bounds expect=TRUE */
/* aver: property=assert expect=FALSE at=20 args=-DROUNDS=N-2 */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 4
#ifndef ROUNDS
#define ROUNDS N - 1
#endif

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i + 1 < N; i++)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
  for (int i = 0; i + 1 < N; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
