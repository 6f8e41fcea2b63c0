/* A counter behind a pointer. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=20 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void step(int *n) {
  if (*n < 50)
    (*n)++;
#ifdef WRONG
  else
    *n = 99;
#endif
}

int main(void) {
  int n = 45;
  while (__VERIFIER_nondet_int()) {
    step(&n);
    assert(n <= 50);
  }
  return 0;
}
