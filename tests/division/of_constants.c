/* aver: property=no-div-by-zero expect=FALSE at=10 args=-DCASE=1 */
/* aver: property=no-div-by-zero expect=FALSE at=12 args=-DCASE=2 */
/* aver: property=no-overflow expect=FALSE at=14 args=-DCASE=3 */
/* aver: property=no-overflow expect=FALSE at=16 args=-DCASE=4 */
/* aver: property=no-shift-error expect=FALSE at=18 args=-DCASE=5 */
/* aver: property=no-overflow expect=FALSE at=20 args=-DCASE=6 */
/* Operations on constants that clang folds. */
int main(void) {
#if CASE == 1
  return 1 / 0;
#elif CASE == 2
  if (1 % 0) return 1;
#elif CASE == 3
  return (-2147483647 - 1) / -1;
#elif CASE == 4
  return (-2147483647 - 1) % -1;
#elif CASE == 5
  return 1 << 40;
#elif CASE == 6
  return 1 << 31;
#endif
}
