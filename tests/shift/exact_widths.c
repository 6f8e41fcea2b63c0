/* aver: property=no-shift-error expect=FALSE at=12 args=-DCASE=1 */
/* aver: property=no-overflow expect=FALSE at=15 args=-DCASE=2 */
/* aver: property=no-overflow,no-shift-error,no-div-by-zero expect=TRUE args=-DCASE=3 */
/* aver: property=no-overflow expect=FALSE at=27 args=-DCASE=4 */
/* aver: property=no-shift-error expect=FALSE at=29 args=-DCASE=5 */
/* aver: property=no-shift-error expect=FALSE at=32 args=-DCASE=6 */
/* `_BitInt(N)` is not promoted: shifts are by less than N, and values have N bits (C23 6.3.1.1p2). */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned _BitInt(17) u = 1;
#if CASE == 1
  u <<= 17;
#elif CASE == 2
  _BitInt(17) i = 1;
  i <<= 16;
#elif CASE == 3
  u <<= 16;
  _BitInt(17) i = 1;
  i <<= 15;
  _BitInt(100) w = -1;
  w = (w * 2) / 2;
  w = ((_BitInt(100))1 << 98) / w;
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 17) u >>= n;
#elif CASE == 4
  _BitInt(100) w = (_BitInt(100))1 << 98;
  w = (-w - w) / (_BitInt(100))-1;
#elif CASE == 5
  u = (unsigned _BitInt(5))1 << 5;
#else
  _BitInt(5) n = -1;
  return 1 << n;
#endif
  return u == 3;
}
