/* aver: property=no-nan expect=FALSE at=9 args=-DCASE=1 */
/* aver: property=no-nan expect=FALSE at=11 args=-DCASE=2 */
/* aver: property=no-nan expect=FALSE at=13 args=-DCASE=3 */
/* aver: property=no-nan expect=TRUE args=-DCASE=4 */
/* Compilers evaluate operations on constants, and so would leave nothing to check. */
int main(void) {
  double d = 1;
#if CASE == 1
  d = 0.0 / 0.0;
#elif CASE == 2
  double a[2] = {1, 1e308 * 10 - 1e308 * 10};
#elif CASE == 3
  if (0 * (1 / 0.0) > d) return 1;
#else
  static double unknown = 0.0 / 0.0;
  d = 1 / 0.0;
  double a[2] = {1 / 0.0, 0 ? 0.0 / 0.0 : 2};
  if (sizeof(0.0 / 0.0) != 8) d = 0.0 / 0.0;
  d = __builtin_nan("") + 1;
#endif
  return d > 2;
}
