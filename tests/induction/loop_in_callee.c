/* A loop in a function that is called from two places. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE args="--engine kiki --cuts loop-heads-and-calls" */
/* aver: property=assert expect=TRUE args="--engine kiki --cuts blocks" */
/* aver: property=assert expect=FALSE at=22 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int climb(int from, int to) {
  while (from < to && __VERIFIER_nondet_int())
    from++;
  return from;
}

int main(void) {
  int a = climb(0, 10);
#ifdef WRONG
  int b = climb(a, 11);
#else
  int b = climb(a, 10);
#endif
  assert(b <= 10 && a <= b);
  return 0;
}
