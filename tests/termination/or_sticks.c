/* aver: property=termination expect=FALSE at=6 */
/* A bit that is set stays set. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), i = 0;
  while ((x & 8) == (x | 8) - (x & ~8u)) {
    x |= i;
    i++;
  }
  return 0;
}
