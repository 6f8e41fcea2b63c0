/* aver: property=termination expect=TRUE */
/* From side to side, and nearer to zero each time. */
extern signed char __VERIFIER_nondet_char(void);
int main(void) {
  int x = __VERIFIER_nondet_char();
  while (x > 1 || x < -1) {
    x = x > 0 ? 1 - x : -1 - x;
  }
  return 0;
}
