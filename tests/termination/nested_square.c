/* aver: property=termination expect=TRUE */
/* The inner bound is a square. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100;
  for (unsigned i = 0; i < n; i++) {
    for (unsigned j = 0; j < i * i; j++) {
    }
  }
  return 0;
}
