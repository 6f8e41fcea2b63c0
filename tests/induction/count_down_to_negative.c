/* A counter that goes below zero and is bounded there. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 100;
  while (__VERIFIER_nondet_int()) {
    if (n > -100)
      n--;
#ifdef WRONG
    assert(n > -100);
#else
    assert(n >= -100);
#endif
  }
  return 0;
}
