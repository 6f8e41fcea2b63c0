/* A short is computed as an int and stored as a short. */
/* aver: property=assert,no-overflow expect=TRUE */
/* aver: property=assert expect=FALSE at=12 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  short s = 0;
  while (__VERIFIER_nondet_int()) {
    s = (short)(s + 1);
#ifdef WRONG
    assert(s != 5);
#else
    assert(s >= -32768 && s <= 32767);
#endif
  }
  return 0;
}
