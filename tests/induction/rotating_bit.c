/* One bit goes round. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char bit = 1;
  while (__VERIFIER_nondet_int()) {
#ifdef WRONG
    bit = bit << 1;
#else
    bit = (bit << 1) | (bit >> 7);
#endif
    assert(bit != 0);
  }
  return 0;
}
