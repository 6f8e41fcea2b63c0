/* What is spent is no more than there was. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=21 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned budget = 1000, spent = 0;
  while (budget > 0) {
    unsigned price = __VERIFIER_nondet_uint();
#ifndef WRONG
    if (price > budget)
      break;
#else
    if (price > 1000)
      break;
#endif
    budget -= price;
    spent += price;
    assert(budget + spent == 1000 && spent <= 1000);
  }
  return 0;
}
