/* aver: property=no-float-cast-overflow expect=FALSE at=6 */
// NaN fits into no integer.
int main(void) {
  volatile double zero = 0.0;
  double nan = zero / zero;
  int i = (int)nan;
  return i == 0;
}
