/* aver: property=no-overflow expect=FALSE at=8 */
/* Two unknown numbers: their sum need not fit. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int sum = x + y;
  return sum == 0;
}
