/* aver: property=no-float-cast-overflow expect=TRUE */
/* aver: property=no-float-cast-overflow expect=FALSE at=12 args="-DFAR" */
// Just what fits: the integer part decides.
int main(void) {
  volatile double low = -2147483648.9, high = 2147483647.9, small = -0.9;
  int a = (int)low, b = (int)high;
  unsigned c = (unsigned)small;
  volatile float exact = -2147483648.0f;
  int d = (int)exact;
#ifdef FAR
  volatile float beyond = 2147483648.0f;
  int e = (int)beyond;
  d += e;
#endif
  return a == b && c == (unsigned)d;
}
