/* aver: property=no-div-by-zero,no-overflow,assert expect=TRUE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (y < 1 || y > 50 || x < -1000 || x > 1000) return 0;
  int q = x / y, r = x % y;
  assert(q * y + r == x);
  assert(r > -y && r < y);
  return 0;
}
