/* aver: property=no-div-by-zero expect=FALSE at=7 */
/* aver: property=no-overflow,no-div-by-zero expect=FALSE:no-div-by-zero at=7 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return 100 / x;
}
