/* aver: property=termination expect=FALSE at=6 */
/* The input has to be at least one each time. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned steps = 0;
  while (__VERIFIER_nondet_uint() > 0) {
    steps++;
  }
  return 0;
}
