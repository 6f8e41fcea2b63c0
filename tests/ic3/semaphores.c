/* Producers and a consumer with a buffer of one, as flags: nothing is lost, and nothing is taken twice. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=FALSE at=59 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int p = 0, q = 0, c = 0;
  _Bool free = 1, full = 0, mutex = 1;
  unsigned char made = 0, taken = 0, slot = 0;
  while (1) {
    int who = __VERIFIER_nondet_int();
    if (who == 1 || who == 2) {
      int *pc = who == 1 ? &p : &q;
      switch (*pc) {
      case 0:
        if (free) {
          free = 0;
          *pc = 1;
        }
        break;
      case 1:
        if (mutex) {
          mutex = 0;
          *pc = 2;
        }
        break;
      case 2:
        slot = made;
        made++;
        *pc = 3;
        break;
      case 3:
        mutex = 1;
        *pc = 4;
        break;
      case 4:
        full = 1;
        *pc = 0;
        break;
      }
    } else if (who == 3) {
      switch (c) {
      case 0:
        if (full) {
#ifndef WRONG
          full = 0;
#endif
          c = 1;
        }
        break;
      case 1:
        if (mutex) {
          mutex = 0;
          c = 2;
        }
        break;
      case 2:
        assert(slot == taken);
        taken++;
        c = 3;
        break;
      case 3:
        mutex = 1;
        free = 1;
        c = 0;
        break;
      }
    }
  }
}
