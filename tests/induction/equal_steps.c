/* Proved by induction at once, with and without a bound; by unrolling only with one. */
/* aver: property=unreach-call expect=UNKNOWN reason="cut off" args="--engine bmc --unwind 1" */
/* aver: property=unreach-call expect=TRUE args="--engine bmc --unwind 3" */
/* aver: property=unreach-call expect=TRUE args="--engine k-induction --max-k 1 --facts off" */
/* aver: property=unreach-call expect=TRUE args="--engine k-induction --max-k 1 --facts off -DANY_NUMBER" */
/* aver: property=unreach-call expect=UNKNOWN reason="cut off" args="--engine bmc --unwind 30 -DANY_NUMBER" */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef ANY_NUMBER
#define GO_ON __VERIFIER_nondet_int()
#else
#define GO_ON x < 2
#endif
int main(void) {
  unsigned x = 0, y = 0;
  while (GO_ON) {
    x++;
    y++;
    if (x != y)
      reach_error();
  }
  return 0;
}
