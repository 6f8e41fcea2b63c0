/* aver: property=termination expect=TRUE */
/* It may pass the bound, but not go round: the bound is small. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000000;
  for (unsigned i = 0; i < n; i += 3) {
  }
  return 0;
}
