/* aver: property=no-overflow,no-shift-error expect=TRUE args=-DCASE=1 */
/* aver: property=no-overflow expect=FALSE at=10 args=-DCASE=2 */
/* aver: property=no-shift-error expect=FALSE at=12 args=-DCASE=3 */
/* C++ from 2011 to 2017: a one may be shifted into the sign, but not out of it (CWG 1457). */
int main() {
  int x = 1, y = -1;
#if CASE == 1
  return (x << 31) == (1 << 31);
#elif CASE == 2
  return (x + 1) << 31;
#else
  return y << 1;
#endif
}
