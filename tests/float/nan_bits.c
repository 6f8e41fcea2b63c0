/* aver: property=assert expect=TRUE args="-DSHAPE" */
/* aver: property=assert expect=FALSE at=23 args="-DSIGN" */
/* aver: property=assert expect=FALSE at=26 args="-DTWICE" */
// Which NaN an operation makes is open: only its shape is known. A copy keeps its bits.
#include <assert.h>
#include <string.h>

static unsigned long bits(double x) {
  unsigned long u;
  memcpy(&u, &x, sizeof u);
  return u;
}

int main(void) {
  volatile double zero = 0.0;
  double a = zero / zero, b = zero / zero, copy = a;
#ifdef SHAPE
  assert((bits(a) >> 51 & 0xfff) == 0xfff);
  assert(bits(copy) == bits(a));
  assert(bits(-a) == (bits(a) ^ 1ul << 63));
#endif
#ifdef SIGN
  assert(bits(a) >> 63 == 0);
#endif
#ifdef TWICE
  assert(bits(a) == bits(b));
#endif
  return 0;
}
