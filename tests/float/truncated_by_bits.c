/* aver: property=unreach-call expect=TRUE */
// The fraction is cut off in the bits of the number.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
typedef union { float number; unsigned bits; } Bits;
static float cut_off(float x) {
  Bits b = {x};
  int exponent = (int)((b.bits >> 23) & 255) - 127;
  if (exponent < 0)
    b.bits &= 0x80000000u;
  else if (exponent < 23)
    b.bits &= ~(0x7fffffu >> exponent);
  return b.number;
}
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > -1000 && x < 1000 && cut_off(x) != (float)(int)x)
    reach_error();
  return 0;
}
