/* aver: property=termination expect=TRUE */
/* The callee moves the counter through a pointer. */
extern unsigned __VERIFIER_nondet_uint(void);
static void step(unsigned *n) { *n = *n / 2; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  while (n > 0) {
    step(&n);
  }
  return 0;
}
