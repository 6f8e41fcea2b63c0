/* aver: property=no-shift-error expect=FALSE at=9 */
/* aver: property=no-overflow expect=TRUE */
/* -4 << 1 is -8, which fits; but C does not say what shifting a negative number to the left is. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -4 || x > 4) return 0;
  int twice = x << 1;
  return twice == 3;
}
