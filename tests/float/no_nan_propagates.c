/* aver: property=no-nan expect=TRUE */
// A NaN that comes in is nobody's fault.
double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == x)
    return 0;
  double z = x + 1.0;
  return z > 1;
}
