/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* Conversions between integers keep the low bits; to _Bool, whether there is any. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char low = x;
  assert(low == (x & 255) && (signed char)x == (signed char)low);
  _Bool some = x, half = 0.5, address = &x;
  assert(some == (x != 0) && half == 1 && address);
  assert((unsigned)x + 0u == (unsigned)(long long)x);
  some = 1;
  some++;
  assert(some == 1);
  some--;
  assert(some == 0);
  return 0;
}
