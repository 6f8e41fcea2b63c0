/* A washing machine: the door opens only when the water is out and the drum stands still. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=69 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { OFF, FILLING, WASHING, PUMPING, SPINNING, SLOWING };

int main(void) {
  int phase = OFF, level = 0, rounds = 0;
  _Bool turns = 0, bolt = 0, stop_asked = 0;
  while (1) {
    int in = __VERIFIER_nondet_int();
    switch (phase) {
    case OFF:
      bolt = 0;
      if (in == 1) {
        bolt = 1;
        rounds = 0;
        stop_asked = 0;
        phase = FILLING;
      }
      break;
    case FILLING:
      if (in == 1 && level < 5)
        level++;
      if (level == 5 || in == 2)
        phase = WASHING;
      if (in == 3) {
        stop_asked = 1;
        phase = PUMPING;
      }
      break;
    case WASHING:
      turns = 1;
      if (in == 1) {
        turns = 0;
        phase = PUMPING;
      }
      break;
    case PUMPING:
      if (level > 0)
        level--;
      else if (stop_asked)
        phase = OFF;
      else
        phase = SPINNING;
      break;
    case SPINNING:
      turns = 1;
      if (in == 1)
        phase = SLOWING;
      break;
    case SLOWING:
      if (in == 1) {
        rounds++;
#ifdef WRONG
        phase = rounds < 3 ? FILLING : OFF;
        if (phase == FILLING)
          turns = 0;
#else
        turns = 0;
        phase = rounds < 3 ? FILLING : OFF;
#endif
      }
      break;
    }
    assert(bolt || (level == 0 && !turns));
  }
}
