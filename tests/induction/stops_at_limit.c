/* Where a loop with != as its condition stops. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned limit = __VERIFIER_nondet_uint();
#ifndef WRONG
  __VERIFIER_assume(limit < 1000);
#else
  __VERIFIER_assume(limit > 3 && limit < 6);
#endif
  unsigned n = 0;
  while (n != limit) {
#ifdef WRONG
    assert(n < 4);
#else
    assert(n < 1000);
#endif
    n++;
  }
  return 0;
}
