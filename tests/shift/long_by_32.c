/* aver: property=no-shift-error expect=TRUE data-model=LP64 */
/* aver: property=no-shift-error expect=FALSE at=9 data-model=ILP32 */
/* A shift that is as wide as a long on some machines. */
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  unsigned amount = 32;
  return x >> amount == 0;
}
