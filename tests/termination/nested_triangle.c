/* aver: property=termination expect=TRUE */
/* The inner bound is the outer counter. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++) {
    }
  return 0;
}
