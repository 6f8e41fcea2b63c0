/* aver: property=termination expect=TRUE */
/* At most as many rounds as there are bits. */
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  int bits = 0;
  while (x) {
    x &= x - 1;
    bits++;
  }
  return bits;
}
