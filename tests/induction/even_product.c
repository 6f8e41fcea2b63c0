/* A product that has once become even stays even. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=14 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned p = 6;
  while (__VERIFIER_nondet_uint()) {
    p *= __VERIFIER_nondet_uint();
#ifdef WRONG
    p += p == 0;
#endif
    assert(p % 2 == 0);
  }
  return 0;
}
