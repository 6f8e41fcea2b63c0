/* aver: property=assert expect=TRUE */
/* What leaves one heap arrives at the other: the sum of four variables stays. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned left = __VERIFIER_nondet_uint(), right = __VERIFIER_nondet_uint();
  const unsigned all = left + right;
  unsigned moved = 0;
  while (__VERIFIER_nondet_uint()) {
    if (left == 0) break;
    left--;
    right++;
    moved++;
  }
  assert(left + right == all);
  return 0;
}
