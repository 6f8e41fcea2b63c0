/* aver: property=termination expect=TRUE */
/* Halving ends at zero. */
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = 1.0;
  while (x > 0.0) x /= 16.0;
  return 0;
}
