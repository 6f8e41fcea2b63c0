/* aver: property=termination expect=FALSE at=6 */
/* The input is to be the variable itself. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned steps = 0, last = __VERIFIER_nondet_uint();
  while (__VERIFIER_nondet_uint() == last) {
    steps++;
    last += 7;
  }
  return 0;
}
