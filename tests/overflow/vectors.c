/* aver: property=no-overflow,no-shift-error expect=TRUE args=-DCASE=0 */
/* aver: property=no-overflow expect=FALSE at=24 args=-DCASE=1 */
/* aver: property=no-overflow expect=FALSE at=26 args=-DCASE=2 */
/* aver: property=no-overflow expect=FALSE at=28 args=-DCASE=3 */
/* aver: property=no-overflow expect=FALSE at=30 args=-DCASE=4 */
/* aver: property=no-shift-error expect=FALSE at=32 args=-DCASE=5 */
/* aver: property=no-overflow expect=FALSE at=34 args=-DCASE=6 */
/* aver: property=no-overflow,no-shift-error expect=TRUE args=-DCASE=7 */
/* aver: property=no-overflow expect=UNKNOWN reason="signed addition of vectors overflows, if it is signed" args=-DCASE=8 */
/* aver: property=no-overflow expect=FALSE at=103 args=-DCASE=9 */
/* Lanes are not promoted, and those of signed types must not overflow. LLVM does not know which are signed. */
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
#define SUM(a, b) ((a) + (b))
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  v4 s = {2147483647, n, -5, -2147483647 - 1};
  u4 u = {4294967295u, (unsigned)n, 1, 2};
  v4 one = {1, 0, 0, 0};
#if CASE == 0
  u = u + u, u = SUM(u, u), u *= u, u = -u, u <<= 3;
#elif CASE == 1
  s = s + one;
#elif CASE == 2
  s += s;
#elif CASE == 3
  s = SUM(s, one);
#elif CASE == 4
  s = -s;
#elif CASE == 5
  s = (v4){-1, 1, 1, 1} << 1;
#elif CASE == 6
  s = (v4){1, 1, 1, 1} << 31;
#elif CASE == 7
  s = (v4)((u4)s + (u4)one);
  s = (v4){1, 1, 1, 1} << 30;
#elif CASE == 8
  /* Both kinds of addition in one line. */
  s = s + (v4)(u + u);
#else
#line 103
  s *= 2;
#endif
  return s[0] == (int)u[0];
}
