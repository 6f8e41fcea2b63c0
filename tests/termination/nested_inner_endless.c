/* aver: property=termination expect=FALSE at=8 */
/* The outer loop would end. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    unsigned j = 1;
    while (j != i * 2) {
      j += 2;
    }
  }
  return 0;
}
