/* aver: property=termination expect=TRUE */
/* The inner counter starts at the outer one's. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000;
  for (unsigned i = 0; i < n; i++) {
    for (unsigned j = i; j < n; j++) {
    }
  }
  return 0;
}
