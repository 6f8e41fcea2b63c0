/* Not k-inductive for any k without a bound of the step. */
/* aver: property=unreach-call expect=UNKNOWN reason="not inductive" args="--engine k-induction --max-k 8 --facts off" */
/* aver: property=unreach-call expect=TRUE args="--engine kiki --domain intervals --max-k 2 --facts off" */
/* aver: property=unreach-call expect=TRUE args="--engine abstract-interpretation" */
/* aver: property=unreach-call expect=FALSE at=24 args="--engine k-induction --facts off -DTOO_EARLY" */
/* aver: property=unreach-call expect=FALSE at=24 args="--engine bkind -DTOO_EARLY" */
/* aver: property=unreach-call expect=TRUE args="--engine bkind --facts off" */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifdef TOO_EARLY
#define OPEN step >= 5
#else
#define OPEN step > 5
#endif
unsigned step = 1;
int main(void) {
  for (;;) {
    unsigned key = __VERIFIER_nondet_uint();
    if (key > 5)
      return 0;
    if (key == step && step < 5)
      step++;
    else if (key == 5 && OPEN)
      reach_error();
  }
}
