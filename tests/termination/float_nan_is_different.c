/* aver: property=termination expect=FALSE at=7 */
/* NaN differs from everything. */
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  unsigned rounds = 0;
  while (x != x) {
    rounds++;
  }
  return 0;
}
