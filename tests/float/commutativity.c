/* aver: property=assert expect=TRUE */
// Addition and multiplication are commutative, NaN aside.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (a + b == a + b)
    assert(a + b == b + a);
  if (a * b == a * b)
    assert(a * b == b * a);
  return 0;
}
