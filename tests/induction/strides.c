/* aver: property=assert expect=TRUE args="--engine k-induction" */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
/* Even steps from an even start: never an odd number (k-induction: the check carries the parity). */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) {
    x += 2;
#ifdef WRONG
    if (x == 8)
      x++;
#endif
    assert(x % 2 == 0);
  }
  return 0;
}
