/* aver: property=termination expect=TRUE */
/* Counters of different widths. */
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short s = __VERIFIER_nondet_ushort();
  unsigned long n = 0;
  while (n < s) {
    n++;
  }
  return 0;
}
