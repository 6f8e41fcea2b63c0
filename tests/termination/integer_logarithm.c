/* aver: property=termination expect=TRUE */
/* Dividing by ten. */
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  int digits = 0;
  do {
    n /= 10;
    digits++;
  } while (n);
  return digits;
}
