/* aver: property=no-overflow expect=FALSE at=11 */
/* aver: property=assert expect=TRUE */
/* 1 << 31 does not fit into an int; 1u << 31 is fine. Where it is not asked about, the bits go where they go. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 31) return 0;
  unsigned good = 1u << n;
  int bad = 1 << n;
  assert((unsigned)bad == good);
  return 0;
}
