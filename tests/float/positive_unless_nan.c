/* aver: property=assert expect=FALSE at=15 */
/* aver: property=assert expect=TRUE args="-DNUMBERS --unwind 40 -DROUNDS=3" */
/* What is not `<= 0` need not be positive: NaN is neither. */
#include <assert.h>
#ifndef ROUNDS
#define ROUNDS 2
#endif
extern double __VERIFIER_nondet_double(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
#ifndef NUMBERS
  if (x <= 0.) return 0;
  assert(x > 0);
#else
  if (!(x > 0.)) return 0;
#endif
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n && i < ROUNDS; i++) {
    x = 2 * x;
    assert(x > 0);
  }
  assert(x > 0);
  return 0;
}
