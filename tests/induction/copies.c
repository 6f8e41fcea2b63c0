/* A copy that is refreshed each time is never behind by more than one. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int now = 0, before = 0;
  while (now < 1000 && __VERIFIER_nondet_int()) {
    before = now;
    now += 1 + (__VERIFIER_nondet_int() != 0);
#ifdef WRONG
    assert(now - before == 1);
#else
    assert(now - before <= 2 && now > before);
#endif
  }
  return 0;
}
