/* A number that is shifted to the right gets smaller. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), last;
  while (x > 0) {
    last = x;
#ifdef WRONG
    x >>= __VERIFIER_nondet_uint() & 1;
#else
    x >>= 1 + (__VERIFIER_nondet_uint() & 1);
#endif
    assert(x < last);
  }
  return 0;
}
