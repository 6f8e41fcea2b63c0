/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
  if (!__builtin_add_overflow(a, b, &sum))
    assert((long long)a + b == sum);
  else
    assert((long long)a + b > INT_MAX || (long long)a + b < INT_MIN);
  short narrow;
  unsigned positive;
  assert(__builtin_add_overflow(30000, 30000, &narrow) && __builtin_sub_overflow(1, 2, &positive));
  return 0;
}
