/* A lock with three wheels, in two loops. The counters in between are of no use, and are not tracked. */
/* aver: property=assert expect=TRUE args="--engine values" */
/* aver: property=assert expect=FALSE at=55 args="--engine values -DWRONG" */
/* aver: property=assert expect=UNKNOWN reason="--max-states" args="--engine values --max-states 3" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { CLOSED = 10, FIRST = 20, SECOND = 30, OPEN = 40, ALARM = 50 };

int main(void) {
  int state = CLOSED, armed = 1, tries = 0;
  while (__VERIFIER_nondet_int() != 77) {
    int digit = 0;
    while (digit != 9) {
      tries += 3;
      digit = __VERIFIER_nondet_int();
      switch (state) {
      case CLOSED:
        switch (digit) {
        case 4:
          state = FIRST;
          break;
        case 5:
          state = ALARM;
          armed = 1;
          break;
        }
        break;
      case FIRST:
        switch (digit) {
        case 2:
          state = SECOND;
          break;
        default:
#ifdef WRONG
          armed = 0;
#endif
          state = CLOSED;
          break;
        }
        break;
      case SECOND:
        if (digit == 7) {
          state = OPEN;
          armed = 0;
        } else {
          state = CLOSED;
        }
        break;
      case OPEN:
        armed = 1;
        state = CLOSED;
        break;
      }
      assert(armed || state == OPEN);
      assert(state != ALARM || armed);
    }
  }
  return tries;
}
