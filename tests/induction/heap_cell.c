/* A counter on the heap. */
/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE args="--engine kiki --cuts loop-heads-and-calls" */
/* aver: property=assert,valid-deref expect=TRUE args="--engine kiki --cuts blocks" */
/* aver: property=assert expect=FALSE at=17 args="--engine kiki --cuts blocks -DWRONG" */
/* aver: property=assert expect=FALSE at=17 args=-DWRONG */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *n = malloc(sizeof *n);
  *n = 0;
  while (__VERIFIER_nondet_int()) {
    *n = (*n + 1) % 5;
#ifdef WRONG
    assert(*n != 4);
#else
    assert(*n >= 0 && *n < 5);
#endif
  }
  free(n);
  return 0;
}
