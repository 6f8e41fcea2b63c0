/* aver: property=assert expect=UNKNOWN reason="descend" args="--unwind 4" */
/* aver: property=assert expect=FALSE at=14 args="--unwind 20 -DSHALLOW" */
/* A recursion that is deeper than the bound: what was cut off is named. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned descend(unsigned n) {
  return n == 0 ? 0 : 1 + descend(n - 1);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef SHALLOW
  assert(descend(n) != 5);
#else
  assert(descend(n) == n);
#endif
  return 0;
}
