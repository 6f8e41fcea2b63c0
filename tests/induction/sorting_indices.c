/* Differences of the indices of a sort do not overflow if there is no negative number of elements. */
/* aver: property=no-overflow expect=TRUE args="--engine kiki --domain intervals --max-k 0 --facts off" */
/* aver: property=no-overflow expect=UNKNOWN reason="not inductive" args="--engine kiki --domain havoc --max-k 1 --facts off" */
/* aver: property=no-overflow expect=FALSE at=13 args="-DANY_SIZE" */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int size = __VERIFIER_nondet_int();
#ifndef ANY_SIZE
  __VERIFIER_assume(size >= 0);
#endif
  int swaps = 0;
  for (int done = 0; done < size - 1; done++)
    for (int at = 0; at < size - done - 1; at++)
      swaps = __VERIFIER_nondet_int();
  return swaps;
}
