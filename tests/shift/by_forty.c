/* aver: property=no-shift-error expect=FALSE at=8 */
/* A constant amount that is too large. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int() & 1;
  int amount = 40;
  return x << amount;
}
