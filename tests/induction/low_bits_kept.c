/* The low bits of a sum of multiples of eight. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 5;
  while (__VERIFIER_nondet_uint()) {
#ifdef WRONG
    x += 4 * __VERIFIER_nondet_uint();
#else
    x += 8 * __VERIFIER_nondet_uint();
#endif
    assert((x & 7) == 5);
  }
  return 0;
}
