/* aver: property=termination expect=TRUE */
/* No input fits: it would have to be two numbers at once. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned count = 0;
  while (1) {
    unsigned next = __VERIFIER_nondet_uint();
    if (next != count + 1 || next != count + 2) break;
    count = next;
  }
  return 0;
}
