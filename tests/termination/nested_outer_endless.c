/* aver: property=termination expect=FALSE at=6 */
/* The inner loop ends each time, the outer one never. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned rounds = 0, n = __VERIFIER_nondet_uint();
  while (rounds + 1 != rounds) {
    for (unsigned i = 0; i < n; i++) {
    }
    rounds++;
  }
  return 0;
}
