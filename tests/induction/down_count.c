/* aver: property=assert,no-overflow expect=TRUE */
/* aver: property=assert expect=FALSE at=14 args=-DWRONG */
/* Counting down to zero, and not below. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    return 0;
#ifdef WRONG
  while (n != 1)
    n -= n > 1 ? 1 : -2;
  assert(n == 0);
#else
  while (n > 0)
    n--;
  assert(n == 0);
#endif
  return 0;
}
