/* Data is sent only after the handshake. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=23 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0, sent = 0, greeted = 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 0) {
      state = 1;
#ifndef WRONG
      greeted = 1;
#endif
    } else if (state == 1) {
      sent = 1;
      if (__VERIFIER_nondet_int())
        state = 2;
    } else {
      state = 0;
      sent = 0;
    }
    assert(!sent || greeted);
  }
  return 0;
}
