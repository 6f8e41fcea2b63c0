/* aver: property=unreach-call expect=TRUE args="--engine k-induction" */
/* aver: property=unreach-call expect=FALSE at=11 args=-DWRONG */
/* A lock is taken and given back in turn. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int held;

static void take(void) {
  if (held)
    reach_error();
  held = 1;
}

static void give(void) {
  if (!held)
    reach_error();
  held = 0;
}

int main(void) {
  while (1) {
    take();
    int done = __VERIFIER_nondet_int();
#ifdef WRONG
    if (done != 3)
#endif
      give();
    if (done == 1)
      return 0;
  }
}
