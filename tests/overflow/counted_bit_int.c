/* aver: property=no-overflow,no-unsigned-overflow expect=TRUE args=-DCASE=1 */
/* aver: property=no-overflow expect=TRUE args=-DCASE=2 */
/* aver: property=no-overflow expect=FALSE at=22 args=-DCASE=3 */
/* aver: property=no-overflow expect=FALSE at=24 args=-DCASE=4 */
/* aver: property=no-overflow expect=UNKNOWN reason="narrower than `int`" args=-DCASE=5 */
/* aver: property=no-unsigned-overflow expect=FALSE at=28 args=-DCASE=6 */
/* aver: property=no-overflow,no-unsigned-overflow expect=FALSE:no-overflow at=30 args=-DCASE=7 */
/* `x++` is `x += 1`, a sum of `int` where `_BitInt` is narrower, but clang checks it in the narrow type. */
int main(void) {
  _BitInt(5) x = 15;
  unsigned _BitInt(5) u = 31;
  unsigned _BitInt(31) w = 2147483647;
  _BitInt(40) y = ((_BitInt(40))1 << 38) - 1 + ((_BitInt(40))1 << 38);
  struct { unsigned f : 7; } s = {0};
#if CASE == 1
  x++;
  x--, u++, u--;
  s.f--, s.f++;
#elif CASE == 2
  x += 1, x = 3, x++, x--, y--;
#elif CASE == 3
  y++;
#elif CASE == 4
  x = x + (_BitInt(5))1;
#elif CASE == 5
  x = x + (_BitInt(5))1, x++;
#elif CASE == 6
  u = u + (unsigned _BitInt(5))1;
#elif CASE == 7
  w++;
#endif
  return x == 2;
}
