/* aver: property=assert expect=UNKNOWN reason="undefined behaviour" */
/* aver: property=assert,no-div-by-zero expect=FALSE:no-div-by-zero at=9 */
/* A run that divides by zero has no meaning from there on, so no assertion behind it is proved. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned quotient = 10u / (unsigned)x;
  assert(quotient <= 10);
  return 0;
}
