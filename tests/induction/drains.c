/* What holds behind a loop by its condition alone needs no unrolling. */
/* aver: property=assert expect=TRUE args="--engine k-induction --facts off" */
/* aver: property=assert expect=UNKNOWN reason="cut off" args="--engine bmc --unwind 50" */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned left = __VERIFIER_nondet_uint();
  while (left > 0)
    left--;
  assert(left == 0);
  return 0;
}
