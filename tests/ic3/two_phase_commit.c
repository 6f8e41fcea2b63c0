/* Two-phase commit with two participants, each of which may fail to vote: nobody commits what another one has aborted. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=75 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { WORKING, PREPARED, COMMITTED, ABORTED };
enum { ASKING, DECIDED_YES, DECIDED_NO };

int main(void) {
  int a = WORKING, b = WORKING, leader = ASKING;
  _Bool yes_a = 0, yes_b = 0, no = 0;
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      if (a == WORKING) {
        a = PREPARED;
        yes_a = 1;
      }
      break;
    case 1:
      if (b == WORKING) {
        b = PREPARED;
        yes_b = 1;
      }
      break;
    case 2:
      if (a == WORKING) {
        a = ABORTED;
        no = 1;
      }
      break;
    case 3:
      if (b == WORKING) {
        b = ABORTED;
        no = 1;
      }
      break;
    case 4:
#ifdef WRONG
      if (leader == ASKING && yes_a && !no)
#else
      if (leader == ASKING && yes_a && yes_b)
#endif
        leader = DECIDED_YES;
      break;
    case 5:
      /* Time is over, or somebody has said no. */
      if (leader == ASKING)
        leader = DECIDED_NO;
      break;
    case 6:
      if (leader == DECIDED_YES && a == PREPARED)
        a = COMMITTED;
      if (leader == DECIDED_NO && a == PREPARED)
        a = ABORTED;
      break;
    case 7:
      if (leader == DECIDED_YES && b == PREPARED)
        b = COMMITTED;
      if (leader == DECIDED_NO && b == PREPARED)
        b = ABORTED;
      break;
    case 8:
      /* The next transaction begins when all have finished this one. */
      if (a >= COMMITTED && b >= COMMITTED && leader != ASKING) {
        a = WORKING;
        b = WORKING;
        leader = ASKING;
        yes_a = yes_b = no = 0;
      }
      break;
    }
    assert(!(a == COMMITTED && b == ABORTED) && !(a == ABORTED && b == COMMITTED));
  }
}
