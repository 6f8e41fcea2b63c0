/* aver: property=assert expect=TRUE args="--engine kiki --domain octagons" */
/* aver: property=assert expect=FALSE at=17 args=-DWRONG */
/* What one variable gives, the other one gets: their sum is the invariant (octagons, not zones). */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int left = 100, right = 0;
  while (__VERIFIER_nondet_int()) {
    if (left > 0) {
      left--;
#ifdef WRONG
      if (left != 96)
#endif
        right++;
    }
    assert(left + right == 100);
  }
  return 0;
}
