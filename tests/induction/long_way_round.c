/* A 64-bit counter. */
/* aver: property=assert,no-overflow expect=TRUE */
/* aver: property=assert expect=FALSE at=12 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long n = -5000000000LL;
  while (n < 5000000000LL && __VERIFIER_nondet_int()) {
    n += 7;
#ifdef WRONG
    assert(n < -4999999980LL);
#else
    assert(n <= 5000000006LL);
#endif
  }
  return 0;
}
