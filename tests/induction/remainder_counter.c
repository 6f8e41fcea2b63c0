/* The same by the remainder. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=12 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = 5;
  while (__VERIFIER_nondet_uint()) {
    n = (n + 3) % 10;
#ifdef WRONG
    assert(n != 0);
#else
    assert(n < 10);
#endif
  }
  return 0;
}
