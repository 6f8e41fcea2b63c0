/* Sums of bounded numbers are no NaN. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

extern double __VERIFIER_nondet_double(void);
int main(void) {
  double sum = 0.0;
  while (__VERIFIER_nondet_int()) {
    double x = __VERIFIER_nondet_double();
#ifdef WRONG
    sum += x;
#else
    if (x > -10.0 && x < 10.0 && sum < 1e6 && sum > -1e6)
      sum += x;
#endif
    assert(sum == sum);
  }
  return 0;
}
