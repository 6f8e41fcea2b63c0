/* aver: property=termination expect=FALSE at=6 */
/* Beyond 2^31 the power becomes zero. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), p = 1;
  while (p < n) {
    p <<= 1;
  }
  return 0;
}
