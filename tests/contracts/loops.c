/* aver: property=assert,assigns expect=TRUE args=--apply-loop-contracts */
/* aver: property=assert expect=FALSE at=18 args="--apply-loop-contracts -DBASE" */
/* aver: property=assert expect=FALSE at=18 args="--apply-loop-contracts -DSTEP" */
/* aver: property=assert expect=FALSE at=19 args="--apply-loop-contracts -DSTAYS" */
/* aver: property=assert,assigns expect=FALSE:assigns at=28 args="--apply-loop-contracts -DFRAME" */
/* aver: property=assert expect=FALSE at=37 args="--apply-loop-contracts -DWEAK" */
/* A loop without a bound, by its contract. */
unsigned nondet_uint(void);
int other;

int main(void) {
  unsigned n = nondet_uint(), i = 0, sum = 0;
#ifdef BASE
  sum = 1;
#endif
  while (i < n)
    __CPROVER_assigns(i, sum)
    __CPROVER_loop_invariant(i <= n && sum == 2 * i)
    __CPROVER_decreases(n - i)
  {
#ifdef STEP
    sum++;
#else
    sum += 2;
#endif
#ifdef FRAME
    /* Not named. */
    other = 1;
#endif
#ifndef STAYS
    i++;
#else
    sum -= 2;
#endif
  }
#ifdef WEAK
  __CPROVER_assert(i == 0, "the loop may have run");
#endif
  __CPROVER_assert(sum == 2 * n, "twice");
  return 0;
}
