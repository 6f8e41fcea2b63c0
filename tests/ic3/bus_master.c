/* A bus with two masters and a bridge, as a generator of hardware models writes it: one bit for each state. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=35 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool a_idle = 1, a_asks = 0, a_owns = 0, a_ends = 0;
  _Bool b_idle = 1, b_asks = 0, b_owns = 0, b_ends = 0;
  _Bool last_was_a = 0, bus_busy = 0, bridge_full = 0;
  while (1) {
    int in = __VERIFIER_nondet_int();
    _Bool go_a = in & 1, go_b = in & 2, done = in & 4, drain = in & 8;
    _Bool grant_a = a_asks && !bus_busy && (!b_asks || !last_was_a);
    _Bool grant_b = b_asks && !bus_busy && !grant_a;
#ifdef WRONG
    if (bridge_full && last_was_a)
      grant_b = b_asks;
#endif
    _Bool na_idle = (a_idle && !go_a) || (a_ends && !bridge_full);
    _Bool na_asks = (a_idle && go_a) || (a_asks && !grant_a);
    _Bool na_owns = grant_a || (a_owns && !done);
    _Bool na_ends = (a_owns && done) || (a_ends && bridge_full);
    _Bool nb_idle = (b_idle && !go_b) || (b_ends && !bridge_full);
    _Bool nb_asks = (b_idle && go_b) || (b_asks && !grant_b);
    _Bool nb_owns = grant_b || (b_owns && !done);
    _Bool nb_ends = (b_owns && done) || (b_ends && bridge_full);
    _Bool released = (a_ends || b_ends) && !bridge_full;
    bus_busy = grant_a || grant_b || (bus_busy && !released);
    bridge_full = ((a_owns || b_owns) && done) || (bridge_full && !drain);
    last_was_a = grant_a || (last_was_a && !grant_b);
    a_idle = na_idle, a_asks = na_asks, a_owns = na_owns, a_ends = na_ends;
    b_idle = nb_idle, b_asks = nb_asks, b_owns = nb_owns, b_ends = nb_ends;
    assert(!(a_owns && b_owns) && !(a_ends && b_ends));
  }
}
