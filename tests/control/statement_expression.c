/* aver: property=assert expect=TRUE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define LARGER(a, b) ({ __typeof__(a) a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int before = x;
  int m = LARGER(x++, y);
  if (before != 2147483647) assert(x == before + 1);
  assert(m >= before && m >= y && (m == before || m == y));
  return 0;
}
