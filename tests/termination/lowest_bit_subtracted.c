/* aver: property=termination expect=TRUE */
/* The lowest bit that is set is taken away. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x) {
    x -= x & -x;
  }
  return 0;
}
