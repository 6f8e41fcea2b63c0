/* aver: property=assert expect=TRUE args="--engine k-induction" */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE args="--engine kiki --cuts loop-heads-and-calls" */
/* aver: property=assert expect=TRUE args="--engine kiki --cuts blocks" */
/* aver: property=assert expect=FALSE at=15 args="--engine kiki --cuts blocks -DWRONG" */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n)
    i++;
#ifdef WRONG
  assert(i != 3);
#else
  assert(i == n);
#endif
  return 0;
}
