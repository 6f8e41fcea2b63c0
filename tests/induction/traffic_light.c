/* A traffic light shows red between yellow and green. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=23 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum light { RED, RED_YELLOW, GREEN, YELLOW };

int main(void) {
  enum light now = RED, before;
  while (__VERIFIER_nondet_int()) {
    before = now;
    switch (now) {
    case RED: now = RED_YELLOW; break;
    case RED_YELLOW: now = GREEN; break;
    case GREEN: now = YELLOW; break;
#ifdef WRONG
    case YELLOW: now = GREEN; break;
#else
    case YELLOW: now = RED; break;
#endif
    }
    assert(!(before == YELLOW && now == GREEN));
  }
  return 0;
}
