/* aver: property=no-overflow expect=FALSE at=12 */
/* aver: property=no-overflow,assert expect=TRUE args=-DLARGEST=12 */
/* 12! fits into an int, 13! does not. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef LARGEST
#define LARGEST 13
#endif

static int factorial(int n) {
  if (n <= 1) return 1;
  return n * factorial(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > LARGEST) return 0;
  assert(factorial(n) > 0);
  return 0;
}
