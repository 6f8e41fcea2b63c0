/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
// Conversions of unsigned numbers, up to the largest.
#include <assert.h>

int main(void) {
  volatile unsigned u = 4294967295u;
  volatile unsigned long long w = 18446744073709551615ull;
  assert((double)u == 4294967295.0);
  assert((float)u == 4294967296.0f);
  assert((double)w == 18446744073709551616.0);
  volatile double d = 9223372036854775808.0;
  assert((unsigned long long)d == 9223372036854775808ull);
  volatile signed char c = -128;
  assert((float)c == -128.0f && (signed char)(float)c == -128);
  return 0;
}
