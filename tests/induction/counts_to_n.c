/* aver: property=assert expect=TRUE args="--engine k-induction" */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=12 args=-DWRONG */
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
