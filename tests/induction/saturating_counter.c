/* A counter that stays at its maximum. */
/* aver: property=assert,no-overflow expect=TRUE */
/* aver: property=no-overflow expect=FALSE at=13 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 2147483600;
  while (__VERIFIER_nondet_int()) {
#ifndef WRONG
    if (n < 2147483647)
#endif
      n++;
  }
  assert(n >= 2147483600 || n < 0);
  return 0;
}
