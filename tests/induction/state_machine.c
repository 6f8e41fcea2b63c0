/* aver: property=unreach-call,no-overflow expect=TRUE args="--engine k-induction" */
/* aver: property=unreach-call,no-overflow expect=TRUE args="--engine kiki --cuts loop-heads-and-calls" */
/* aver: property=unreach-call,no-overflow expect=TRUE args="--engine kiki --cuts blocks" */
/* aver: property=unreach-call expect=FALSE at=37 args="--engine kiki --cuts blocks -DWRONG" */
/* aver: property=unreach-call expect=FALSE at=37 args=-DWRONG */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, OPEN, CLOSING };

static enum state next(enum state s, int button) {
  switch (s) {
  case CLOSED:
    return button ? OPENING : CLOSED;
  case OPENING:
    return OPEN;
  case OPEN:
#ifdef WRONG
    return button ? CLOSED : OPEN;
#else
    return button ? CLOSING : OPEN;
#endif
  case CLOSING:
    return CLOSED;
  }
  return s;
}

int main(void) {
  enum state before = CLOSED, now = CLOSED;
  while (1) {
    before = now;
    now = next(now, __VERIFIER_nondet_int());
    if ((unsigned)now > CLOSING)
      return 1;
    if (before == OPEN && now == CLOSED)
      reach_error();
  }
}
