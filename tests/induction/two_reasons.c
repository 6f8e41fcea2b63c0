/* One assertion holds because of an invariant, the other one because of eight steps: a bit that is alone stays alone. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE args="--engine kiki --domain havoc,zones --facts off" */
/* aver: property=assert expect=TRUE args="--engine kiki --domain zones --facts off" */
/* aver: property=assert expect=TRUE args="--engine kiki --domain zones --facts off --strategy enumerating" */
/* aver: property=assert expect=TRUE args="--engine kiki --domain havoc,zones --facts off --k-step 3" */
/* aver: property=assert expect=UNKNOWN reason="not inductive" args="--engine kiki --domain havoc,zones --facts off --max-k 7" */
/* aver: property=assert expect=UNKNOWN reason="not inductive" args="--engine k-induction --facts off --max-k 12" */
/* aver: property=assert expect=FALSE at=23 args=-DSTART=24 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef START
#define START 16
#endif

int main(void) {
  unsigned char ring = START;
  unsigned up = 7, also_up = 7;
  while (__VERIFIER_nondet_int()) {
    ring = (unsigned char)(ring << 1 | ring >> 7);
    assert(ring != 3);
    up++;
    also_up++;
  }
  assert(up == also_up);
}
