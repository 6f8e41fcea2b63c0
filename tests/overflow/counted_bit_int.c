/* aver: property=no-overflow expect=UNKNOWN reason="narrower than `int`" args=-DCASE=1 */
/* aver: property=no-overflow expect=TRUE args=-DCASE=2 */
/* aver: property=no-overflow expect=FALSE at=13 args=-DCASE=3 */
/* `x++` is `x += 1`, a sum of `int` where `_BitInt` is narrower, but clang checks it in the narrow type. */
int main(void) {
  _BitInt(5) x = 15;
  _BitInt(40) y = ((_BitInt(40))1 << 38) - 1 + ((_BitInt(40))1 << 38);
#if CASE == 1
  x++;
#elif CASE == 2
  x += 1, x = 3, x++, x--, y--;
#else
  y++;
#endif
  return x == 2;
}
