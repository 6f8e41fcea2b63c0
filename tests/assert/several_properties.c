/* aver: property=assert,no-overflow,no-div-by-zero,no-shift-error,array-bounds expect=FALSE:no-shift-error at=10 */
/* Five properties, one of which fails. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int table[4] = {1, 2, 4, 8};
  unsigned i = __VERIFIER_nondet_uint() % 4;
  int x = table[i];
  unsigned mask = 1u << (x << 2);
  assert(x > 0);
  return mask / x;
}
