/* A ring of states that is not reached, and leads out of it: only simple paths show that it does not matter. */
/* aver: property=assert expect=TRUE args="--engine k-induction --facts off --simple-path" */
/* aver: property=assert expect=UNKNOWN reason="not inductive" args="--engine k-induction --facts off --max-k 12" */
/* aver: property=assert expect=TRUE args="--engine abstract-interpretation" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char s = 0;
  for (;;) {
    switch (s) {
    case 0: s = 1; break;
    case 1: s = 0; break;
    case 2: s = 3; break;
    case 3: s = __VERIFIER_nondet_int() ? 2 : 4; break;
    }
    assert(s != 4);
  }
}
