/* aver: property=no-nan expect=FALSE at=11 */
/* aver: property=no-nan expect=TRUE args="-DGUARDED" */
// Numbers in, NaN out.
float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
#ifdef GUARDED
  if (!(x > 0 && x < 100 && y > 0 && y < 100))
    return 0;
#endif
  float z = x / y;
  return z > 1;
}
