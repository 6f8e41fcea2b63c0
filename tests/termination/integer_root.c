/* aver: property=termination expect=TRUE */
/* Squares of numbers of 16 bits do not go round. */
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_ushort(), r = 0;
  while ((r + 1) * (r + 1) <= n) {
    r++;
  }
  return (int)r;
}
