/* aver: property=assert expect=TRUE */
/* Two loops in a row: what the first one counts up, the second one distributes. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 0 || m < 0 || n > 1000000 || m > 1000000) return 0;
  int total = 0, a = n, b = m;
  while (a > 0) { a--; total++; }
  while (b > 0) { b--; total++; }
  int one = 0, other = 0;
  for (int i = 0; i < total; i++) {
    if (__VERIFIER_nondet_int()) one++;
    else other++;
  }
  assert(one + other == n + m);
  return 0;
}
