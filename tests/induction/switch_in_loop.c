/* Commands that change a bounded value. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=19 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int v = 50;
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
    case 0: v = v < 100 ? v + 1 : v; break;
    case 1: v = v > 0 ? v - 1 : v; break;
    case 2: v = 100 - v; break;
#ifdef WRONG
    case 3: v = 99 - v; break;
#endif
    default: v /= 2;
    }
    assert(v >= 0 && v <= 100);
  }
  return 0;
}
