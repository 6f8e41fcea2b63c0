/* aver: property=termination expect=FALSE at=6 */
/* With the right inputs nothing ever changes. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x > 0) {
    if (__VERIFIER_nondet_uint() == 5) x--;
  }
  return 0;
}
