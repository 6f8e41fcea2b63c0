/* An average of two stays between them. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  double x = 0.0;
  while (__VERIFIER_nondet_int()) {
    double goal = __VERIFIER_nondet_int() ? 0.0 : 8.0;
#ifdef WRONG
    x = (x + goal) / 2.0 + 4.0;
#else
    x = (x + goal) / 2.0;
#endif
    assert(x >= 0.0 && x <= 8.0);
  }
  return 0;
}
