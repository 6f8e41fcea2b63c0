/* A crossing of two tracks: the gate goes down when a train comes, and up when both tracks are free. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=76 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { AWAY, NEAR, CROSSING };
enum { UP, LOWERING, DOWN, RAISING };

int main(void) {
  int first = AWAY, second = AWAY, gate = UP;
  _Bool signal_first = 0, signal_second = 0;
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      if (first == AWAY) {
        first = NEAR;
        if (gate == UP || gate == RAISING)
          gate = LOWERING;
      }
      break;
    case 1:
      if (second == AWAY) {
        second = NEAR;
        if (gate == UP || gate == RAISING)
          gate = LOWERING;
      }
      break;
    case 2:
      if (gate == LOWERING) {
        gate = DOWN;
        signal_first = first != AWAY;
        signal_second = second != AWAY;
      }
      break;
    case 3:
      if (first == NEAR && signal_first)
        first = CROSSING;
      break;
    case 4:
      if (second == NEAR && signal_second)
        second = CROSSING;
      break;
    case 5:
      if (first == CROSSING) {
        first = AWAY;
        signal_first = 0;
#ifdef WRONG
        if (second != CROSSING && gate == DOWN)
#else
        if (second == AWAY && gate == DOWN)
#endif
          gate = RAISING;
      }
      break;
    case 6:
      if (second == CROSSING) {
        second = AWAY;
        signal_second = 0;
        if (first == AWAY && gate == DOWN)
          gate = RAISING;
      }
      break;
    case 7:
      if (gate == RAISING)
        gate = UP;
      break;
    case 8:
      if (gate == DOWN && first == NEAR)
        signal_first = 1;
      if (gate == DOWN && second == NEAR)
        signal_second = 1;
      break;
    }
    assert((first != CROSSING && second != CROSSING) || gate == DOWN);
  }
}
