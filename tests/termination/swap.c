/* aver: property=termination expect=FALSE at=6 */
/* Two variables change places. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  while (a < b || b < a) {
    unsigned t = a;
    a = b;
    b = t;
  }
  return 0;
}
