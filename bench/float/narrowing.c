/* Every float is a double, not the other way round. */
#include "bench.h"

int main(void) {
#ifdef BUG
  double d = nondet_double();
  assume(d >= 0.0 && d <= 1.0);
  assert((double)(float)d == d);
#else
  float f = nondet_float();
  assume(f == f);
  assert((float)(double)f == f);
#endif
  return 0;
}
