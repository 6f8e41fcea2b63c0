/* aver: property=termination expect=FALSE at=6 */
/* The half of infinity is infinity. */
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  while (x > 1.0) {
    x = x / 2.0;
  }
  return 0;
}
