/* aver: property=termination expect=TRUE */
/* Halves, thirds. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x > 2) x = x / 3 + 1;
  return 0;
}
