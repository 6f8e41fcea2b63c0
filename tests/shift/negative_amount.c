/* aver: property=no-shift-error expect=FALSE at=7 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int amount = __VERIFIER_nondet_int();
  if (amount > 31) return 0;
  return 1024 >> amount;
}
