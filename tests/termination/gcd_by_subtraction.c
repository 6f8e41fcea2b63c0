/* aver: property=termination expect=TRUE */
/* The sum of the two falls as long as both are positive. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned short a = (unsigned short)__VERIFIER_nondet_uint(), b = (unsigned short)__VERIFIER_nondet_uint();
  if (a == 0 || b == 0) return 0;
  while (a != b) {
    if (a > b) a -= b;
    else b -= a;
  }
  return 0;
}
