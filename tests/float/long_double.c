/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
// x87's long double has 64 bits of precision, and 16 or 12 bytes of memory.
#include <assert.h>
#include <float.h>

int main(void) {
  assert(sizeof(long double) == (sizeof(long) == 8 ? 16 : 12));
  volatile long double one = 1.0L;
  long double x = one + LDBL_EPSILON;
  assert(x != one && (double)x == 1.0);
  volatile long long big = 9223372036854775807ll;
  assert((long long)(long double)big == big);
  volatile long double max = LDBL_MAX;
  assert(max > (long double)DBL_MAX && max * 2 == max * 2 && max * 2 > max);
  long double third = one / 3;
  assert(third != (long double)(1.0 / 3.0));
  assert((float)third == 1.0f / 3.0f);
  long double a[2] = {one, third};
  assert(a[1] * 3 == a[0]);
  return 0;
}
