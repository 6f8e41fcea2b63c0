/* aver: property=termination expect=FALSE at=7 */
/* An unsigned short is never negative as an int. */
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short s = __VERIFIER_nondet_ushort();
  unsigned long n = 0;
  while (s >= 0) {
    s--;
    n++;
  }
  return 0;
}
