/* aver: property=termination expect=FALSE at=6 */
/* The same bits are flipped each time. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() | 1, n = 0;
  while (x & 1) {
    x ^= 6;
    n += 2;
  }
  return 0;
}
