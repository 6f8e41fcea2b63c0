/* aver: property=termination expect=FALSE at=6 */
/* It starts again each time. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 50 + 1, resets = 0;
  while (n > 0) {
    n--;
    if (n == 0) {
      resets++;
      n = 10;
    }
  }
  return 0;
}
