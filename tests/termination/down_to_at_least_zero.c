/* aver: property=termination expect=FALSE at=6 */
/* An unsigned number is always at least zero. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = n; i >= 0; i--) {
  }
  return 0;
}
