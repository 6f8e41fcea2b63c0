/* A loop calls a function with a loop. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int settle(int x) {
  while (x > 9)
    x -= 10;
  return x;
}

int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    x = settle(x + 7);
#ifdef WRONG
    assert(x < 9);
#else
    assert(x <= 9);
#endif
  }
  return 0;
}
