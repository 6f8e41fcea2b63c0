/* aver: property=no-overflow expect=TRUE */
/* The test for overflow that does not itself overflow. */
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (y > 0 ? x > INT_MAX - y : x < INT_MIN - y) return 1;
  return x + y == 0;
}
