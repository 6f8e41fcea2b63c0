/* Two variables that move together: their difference is the invariant. */
/* aver: property=assert expect=TRUE args="--engine kiki --domain zones" */
/* aver: property=assert expect=FALSE at=18 args="--engine kiki -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (x < 1000000) {
      x++;
      y++;
    }
#ifdef WRONG
    if (x == 3)
      y = 0;
#endif
    assert(x == y);
  }
  return 0;
}
