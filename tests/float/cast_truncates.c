/* aver: property=assert,no-float-cast-overflow expect=TRUE */
// Conversion to an integer drops the fraction.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > -1000 && x < 1000))
    return 0;
  int i = (int)x;
  assert(i > -1000 && i < 1000);
  assert(x >= 0 ? (float)i <= x : (float)i >= x);
  assert(x - (float)i < 1 && x - (float)i > -1);
  assert((int)-1.9 == -1 && (int)1.9 == 1 && (unsigned)3.99 == 3u);
  return 0;
}
