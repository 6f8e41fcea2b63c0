/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DLIMIT=9 */
/* The bound is not known, but small. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#ifndef LIMIT
#define LIMIT 10
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 10);
  int sum = 0;
  for (int i = 0; i < n; i++) sum += 2 * i + 1;
  assert(sum == n * n);
  assert(sum <= LIMIT * LIMIT);
  return 0;
}
