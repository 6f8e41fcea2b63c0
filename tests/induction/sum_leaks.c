/* aver: property=assert expect=FALSE at=18 */
/* As sum_moves.c, but one is lost at the ninth move. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned left = __VERIFIER_nondet_uint(), right = __VERIFIER_nondet_uint();
  const unsigned all = left + right;
  unsigned moved = 0;
  while (__VERIFIER_nondet_uint()) {
    if (left == 0) break;
    left--;
    moved++;
    if (moved != 9) right++;
  }
  /* The sum is one less than it should be. */
  (void)moved;
  assert(left + right == all);
  return 0;
}
