/* aver: property=termination expect=TRUE */
/* `i != n` with i below n. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i != n; i++) {
  }
  return 0;
}
