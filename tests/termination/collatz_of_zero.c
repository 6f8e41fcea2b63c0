/* aver: property=termination expect=FALSE at=7 */
/* The half of zero is zero. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 6) return 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
  }
  return 0;
}
