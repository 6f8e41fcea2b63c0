/* aver: property=termination expect=TRUE */
/* A float is halved until it is small. */
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x < 1e300)) return 0;
  while (x > 1.0) x = x / 2;
  return 0;
}
