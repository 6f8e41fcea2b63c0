/* aver: property=assert expect=UNKNOWN reason="loop" args="--unwind 5" */
/* aver: property=assert expect=FALSE at=15 args="--unwind 9 -DREACHED" */
/* aver: property=assert expect=UNKNOWN reason="loop" args="--unwind 7 -DREACHED" */
/* A bound is never a proof. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned turns = 0;
  while (n > 0) {
    n--;
    turns++;
#ifdef REACHED
    assert(turns != 9);
#endif
  }
  assert(n == 0);
  return 0;
}
