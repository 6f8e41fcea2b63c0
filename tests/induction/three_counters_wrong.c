/* aver: property=assert expect=FALSE at=16 */
/* As three_counters.c, but the second loop also counts what was left of the first. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 0 || m < 0 || n > 1000000 || m > 1000000) return 0;
  int total = 0, a = n, b = m;
  while (a > 0) { a--; total++; if (a == 7) break; }
  while (b > 0) { b--; total++; }
  int one = 0, other = 0;
  for (int i = 0; i < total; i++) {
    if (__VERIFIER_nondet_int()) one++; else other++;
  }
  assert(one + other == n + m);
  return 0;
}
