/* A lift that moves only after its doors have locked: it passes on requests, brakes, and opens at the floor it was called to. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=52 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { CLOSED, OPENING, OPEN, CLOSING };

int main(void) {
  int floor = 0, target = 0, door = CLOSED;
  _Bool motor = 0, brake = 1, locked = 1, called = 0;
  while (1) {
    int event = __VERIFIER_nondet_int();
    if (event == 0) {
      continue;
    } else if (event == 1 && !called) {
      target = __VERIFIER_nondet_int() & 3;
      called = 1;
    } else if (event == 2 && called && !motor) {
      if (floor == target) {
        if (door == CLOSED) {
          locked = 0;
          door = OPENING;
        } else if (door == OPEN) {
          called = 0;
        }
      } else if (door == CLOSED) {
        locked = 1;
        brake = 0;
        motor = 1;
      } else if (door == OPEN) {
        door = CLOSING;
      }
    } else if (event == 3 && motor) {
      floor = floor < target ? floor + 1 : floor - 1;
      if (floor == target) {
        brake = 1;
#ifdef WRONG
        if (floor != 3)
#endif
          motor = 0;
      }
    } else if (event == 4) {
      if (door == OPENING)
        door = OPEN;
      else if (door == CLOSING)
        door = CLOSED;
    } else if (event == 5 && door == CLOSED && !motor) {
      locked = 1;
    }
    assert(!motor || (locked && !brake && door == CLOSED));
  }
}
