/* aver: property=assert expect=TRUE */
// A polynomial with small integers is exact, however it is computed.
#include <assert.h>

signed char __VERIFIER_nondet_char(void);

int main(void) {
  int n = __VERIFIER_nondet_char();
  float x = (float)n;
  float horner = (2.0f * x + 3.0f) * x + 5.0f;
  assert(horner == (float)(2 * n * n + 3 * n + 5));
  return 0;
}
