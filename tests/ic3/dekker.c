/* Dekker's algorithm for two, as one thread that takes a step of either. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=81 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 0, b = 0, turn = 0;
  _Bool wants_a = 0, wants_b = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      switch (a) {
      case 0:
        wants_a = 1;
        a = 1;
        break;
      case 1:
        a = wants_b ? 2 : 5;
        break;
      case 2:
        a = turn != 0 ? 3 : 1;
        break;
      case 3:
        wants_a = 0;
        a = 4;
        break;
      case 4:
        if (turn == 0) {
          wants_a = 1;
          a = 1;
        }
        break;
      case 5:
        turn = 1;
        a = 6;
        break;
      case 6:
        wants_a = 0;
        a = 0;
        break;
      }
    } else {
      switch (b) {
      case 0:
        wants_b = 1;
        b = 1;
        break;
      case 1:
        b = wants_a ? 2 : 5;
        break;
      case 2:
        b = turn != 1 ? 3 : 1;
        break;
      case 3:
#ifndef WRONG
        wants_b = 0;
#endif
        b = 4;
        break;
      case 4:
        if (turn == 1) {
#ifdef WRONG
          b = 5;
#else
          wants_b = 1;
          b = 1;
#endif
        }
        break;
      case 5:
        turn = 0;
        b = 6;
        break;
      case 6:
        wants_b = 0;
        b = 0;
        break;
      }
    }
    assert(!(a >= 5 && b >= 5));
  }
}
