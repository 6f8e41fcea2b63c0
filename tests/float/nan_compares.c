/* aver: property=assert expect=TRUE */
// NaN is unordered: every comparison with it is false but `!=`.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  volatile double zero = 0.0;
  double nan = zero / zero, x = __VERIFIER_nondet_double();
  assert(!(nan < x) && !(nan > x) && !(nan <= x) && !(nan >= x) && !(nan == x) && nan != x);
  assert(nan != nan);
  assert(!(x < x));
  return 0;
}
