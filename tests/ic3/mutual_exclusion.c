/* Peterson's algorithm for two, as one thread that takes a step of either. */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=46 args="--engine ic3 -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { IDLE, WANTS, WAITS, INSIDE };

int main(void) {
  int a = IDLE, b = IDLE, turn = 0;
  _Bool flag_a = 0, flag_b = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      if (a == IDLE) {
        flag_a = 1;
        a = WANTS;
      } else if (a == WANTS) {
        turn = 1;
        a = WAITS;
      } else if (a == WAITS) {
        if (!flag_b || turn == 0)
          a = INSIDE;
      } else {
        flag_a = 0;
        a = IDLE;
      }
    } else {
      if (b == IDLE) {
        flag_b = 1;
        b = WANTS;
      } else if (b == WANTS) {
#ifndef WRONG
        turn = 0;
#endif
        b = WAITS;
      } else if (b == WAITS) {
        if (!flag_a || turn == 1)
          b = INSIDE;
      } else {
        flag_b = 0;
        b = IDLE;
      }
    }
    /* Neither gets in while the other one is inside. */
    assert(a != INSIDE || b != INSIDE);
  }
}
