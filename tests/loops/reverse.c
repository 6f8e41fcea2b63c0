/* aver: property=assert,array-bounds expect=TRUE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 7

int main(void) {
  int a[N], b[N];
  for (int i = 0; i < N; i++) a[i] = b[i] = __VERIFIER_nondet_int();
  for (int i = 0, j = N - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  for (int i = 0; i < N; i++) assert(a[i] == b[N - 1 - i]);
  return 0;
}
