/* A static local counts the calls. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int ticket(void) {
  static int next;
  if (next == 1000)
    next = 0;
  return next++;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int t = ticket();
#ifdef WRONG
    assert(t != 3);
#else
    assert(t >= 0 && t < 1000);
#endif
  }
  return 0;
}
