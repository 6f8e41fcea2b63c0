/* aver: property=termination expect=TRUE */
/* Three levels. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j < n; j++)
      for (unsigned k = j; k > 0; k--) {
      }
  return 0;
}
