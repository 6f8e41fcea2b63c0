/* aver: property=termination expect=FALSE at=7 */
/* A rotation loses no bit. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned turns = 0;
  while (c) {
    c = (unsigned char)(c << 1 | c >> 7);
    turns++;
  }
  return 0;
}
