/* aver: property=no-shift-error,assert expect=TRUE */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned amount = __VERIFIER_nondet_uint();
  unsigned x = __VERIFIER_nondet_uint();
  if (amount >= 32) return 0;
  assert((x << amount) >> amount == (x & (0xFFFFFFFFu >> amount)));
  return 0;
}
