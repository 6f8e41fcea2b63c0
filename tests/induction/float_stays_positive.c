/* A float that is halved stays a number between 0 and 1. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=12 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  double x = 1.0;
  while (__VERIFIER_nondet_int()) {
    x = x / 2.0;
#ifdef WRONG
    assert(x > 0.1);
#else
    assert(x >= 0.0 && x <= 1.0);
#endif
  }
  return 0;
}
