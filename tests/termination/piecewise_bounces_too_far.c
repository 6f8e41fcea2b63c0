/* aver: property=termination expect=FALSE at=6 */
/* From side to side, and as far from zero each time. */
extern signed char __VERIFIER_nondet_char(void);
int main(void) {
  int x = __VERIFIER_nondet_char();
  while (x > 1 || x < -1) {
    x = x > 0 ? -x : 1 - x;
    if (x > 100) x = 50;
  }
  return 0;
}
