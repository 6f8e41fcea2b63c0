/* aver: property=no-overflow expect=FALSE at=6 */
/* The absolute value of the smallest number. */
extern long __VERIFIER_nondet_long(void);

static long magnitude(long x) {
  if (x < 0) return -x;
  return x;
}

int main(void) {
  return magnitude(__VERIFIER_nondet_long()) > 0;
}
