/* Two processes and a turn. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=31 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int inside1 = 0, inside2 = 0, locked = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (inside1) {
        inside1 = 0;
        locked = 0;
      } else if (!locked) {
        inside1 = 1;
        locked = 1;
      }
    } else {
      if (inside2) {
        inside2 = 0;
        locked = 0;
#ifdef WRONG
      } else {
#else
      } else if (!locked) {
#endif
        inside2 = 1;
        locked = 1;
      }
    }
    assert(!(inside1 && inside2));
  }
  return 0;
}
