/* aver: property=assert expect=TRUE args="--engine k-induction" */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
/* A check that is inductive only over three steps: the value comes round again. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 1, b = 2, c = 3;
  while (__VERIFIER_nondet_int()) {
    int first = a;
    a = b;
    b = c;
    c = first;
#ifdef WRONG
    assert(a != 3);
#else
    assert(a != 0);
#endif
  }
  return 0;
}
