/* aver: property=assert expect=TRUE */
/* Quotients are cut towards zero, and remainders have the sign of the dividend. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -20 || a > 20 || b < -20 || b > 20 || b == 0)
    return 0;
  int q = a / b, r = a % b;
  assert(q * b + r == a);
  assert((r >= 0 || a < 0) && (r <= 0 || a > 0));
  assert(r < (b < 0 ? -b : b) && -r < (b < 0 ? -b : b));
  return 0;
}
