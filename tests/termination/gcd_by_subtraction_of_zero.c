/* aver: property=termination expect=FALSE at=6 */
/* Subtracting zero changes nothing. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  while (a != b) {
    if (a > b) a -= b;
    else b -= a;
  }
  return 0;
}
