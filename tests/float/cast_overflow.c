/* aver: property=no-float-cast-overflow expect=FALSE at=11 args="-DTYPE=int" */
/* aver: property=no-float-cast-overflow expect=FALSE at=11 args="-DTYPE=short" */
/* aver: property=no-float-cast-overflow expect=FALSE at=11 args="-DTYPE=unsigned" */
/* aver: property=no-float-cast-overflow expect=TRUE args="-DTYPE=long" */
/* aver: property=no-overflow expect=UNKNOWN reason="does not fit" args="-DTYPE=int" */
// A float that does not fit into the type is undefined; `no-overflow` is about integers, and says nothing of what follows.
double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > -3000000000.0 && x < 3000000000.0) {
    TYPE i = (TYPE)x;
    return x < 1e9 ? (int)i + 1 : 0;
  }
  return 0;
}
