/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args="-DALL" */
// Any double is a long double; not the other way round.
#include <assert.h>

double __VERIFIER_nondet_double(void);
long double __VERIFIER_nondet_long_double(void);

int main(void) {
#ifdef ALL
  long double x = __VERIFIER_nondet_long_double();
  if (x > 0 && x < 100)
    assert((long double)(double)x == x);
#else
  double x = __VERIFIER_nondet_double();
  if (x == x)
    assert((double)(long double)x == x);
#endif
  return 0;
}
