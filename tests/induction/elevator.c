/* A value that goes up and down between two floors. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int floor = 0, direction = 1;
  while (__VERIFIER_nondet_int()) {
    floor += direction;
    if (floor == 9)
      direction = -1;
#ifndef WRONG
    if (floor == 0)
      direction = 1;
#endif
    assert(floor >= 0 && floor <= 9);
  }
  return 0;
}
