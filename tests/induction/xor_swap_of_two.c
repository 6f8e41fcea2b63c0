/* Two numbers whose exclusive or stays the same. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = 12, b = 10;
  while (__VERIFIER_nondet_uint()) {
    unsigned x = __VERIFIER_nondet_uint();
    a ^= x;
#ifdef WRONG
    b ^= x & 255;
#else
    b ^= x;
#endif
    assert((a ^ b) == 6);
  }
  return 0;
}
