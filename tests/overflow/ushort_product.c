/* aver: property=no-overflow expect=FALSE at=15 */
/* aver: property=no-overflow expect=TRUE args=-DSIGNED_OPERANDS */
/* Unsigned shorts are promoted to int: 65535 * 65535 does not fit, 32768 * 32768 does. */
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
#ifdef SIGNED_OPERANDS
  short a = __VERIFIER_nondet_short();
  short b = __VERIFIER_nondet_short();
#else
  unsigned short a = __VERIFIER_nondet_ushort();
  unsigned short b = __VERIFIER_nondet_ushort();
#endif
  return a * b == 17;
}
