/* aver: property=no-overflow expect=FALSE at=21 args=-DCASE=1 */
/* aver: property=no-overflow expect=FALSE at=24 args=-DCASE=2 */
/* aver: property=no-overflow expect=FALSE at=26 args=-DCASE=3 */
/* aver: property=no-overflow expect=FALSE at=28 args=-DCASE=4 */
/* aver: property=no-overflow expect=FALSE at=31 args=-DCASE=5 */
/* aver: property=no-overflow expect=FALSE at=34 args=-DCASE=6 */
/* aver: property=no-overflow expect=FALSE at=38 args=-DCASE=7 */
/* aver: property=no-overflow expect=FALSE at=41 args=-DCASE=8 */
/* aver: property=no-overflow expect=TRUE args=-DCASE=9 */
/* aver: property=no-unsigned-overflow expect=FALSE at=48 args=-DCASE=10 */
/* aver: property=no-unsigned-overflow expect=FALSE at=51 args=-DCASE=11 */
/* aver: property=no-overflow,no-shift-error expect=TRUE args=-DCASE=11 */

/* clang evaluates a condition that is a constant, and has no check of it. */

#define SIGN_BIT (1 << 31)
int main(void) {
  const unsigned largest = 0xffffffffu;
  int n = 3;
#if CASE == 1
  if (1 << 31) n++;
#elif CASE == 2
  while (n == 3)
    n = 1 << 31 ? 1 : 2;
#elif CASE == 3
  n = SIGN_BIT || n;
#elif CASE == 4
  switch (3 << 30) { case 1: n++; }
#elif CASE == 5
  for (;;)
    if (!(1 << 31 && 1)) break; else return 0;
#elif CASE == 6
  /* The line is that of the operator. */
  if ((1 << 31) == 5) n++;
#elif CASE == 7
  /* What follows the condition is evaluated only if the one before it holds. */
  if (n == 3 &&
      1 << 31) n++;
#elif CASE == 8
  do n++; while (n < 3);
  if ((long)(1 << 31)) n++;
#elif CASE == 9
  if (n != 3 && 1 << 31) n++;
  if (n == 3 || 1 << 31) n++;
  if (0) { if (1 << 31) n++; }
  if (1 << 30 || 1L << 31 || 1u << 31) n++;
#elif CASE == 10
  if (4294967295u + 1) n++;
#elif CASE == 11
  /* A constant variable is a constant. */
  if (largest + 1) n++;
#endif
  return 0;
}
