/* aver: property=no-overflow expect=FALSE at=9 */
/* The remainder would be 0, but the quotient behind it does not fit. */
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int y = __VERIFIER_nondet_int();
  if (y >= 0) return 0;
  return INT_MIN % y;
}
