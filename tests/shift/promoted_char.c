/* aver: property=no-overflow expect=FALSE at=15 */
/* aver: property=no-overflow expect=TRUE args=-DUNSIGNED */
/* Bytes are put together after promotion to int, so the highest one reaches the sign bit. */
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifdef UNSIGNED
#define WORD(byte) (unsigned)(byte)
#else
#define WORD(byte) (byte)
#endif

int main(void) {
  unsigned char high = __VERIFIER_nondet_uchar();
  unsigned char low = __VERIFIER_nondet_uchar();
  long word = low << 8;
  word |= WORD(high) << 24;
  return word == 0;
}
