/* aver: property=no-overflow expect=TRUE args=-DCASE=0 */
/* aver: property=no-overflow expect=FALSE at=20 args=-DCASE=1 */
/* aver: property=no-overflow expect=FALSE at=22 args=-DCASE=2 */
/* aver: property=no-overflow expect=FALSE at=24 args=-DCASE=3 */
/* aver: property=no-overflow expect=UNKNOWN reason="division of complex integers" args=-DCASE=4 */
/* aver: property=no-div-by-zero expect=FALSE at=29 args=-DCASE=5 */
/* The parts of a sum, difference or product must fit (6.5p5). */
#define MAX 2147483647
int main(void) {
  _Complex int a = 65536 + 65536i, b = 32767 + 0i;
  _Complex unsigned u = 4294967295u + 1i;
#if CASE == 0
  u++, u = u * u, u = -u;
  a = a * b;
  /* What is subtracted overflows, but the difference fits. */
  a = (65536 + 65535i) * (32768 + 32767i);
  a = (6 + 4i) / (2 + 0i);
  b = b / (1 + 1i);
#elif CASE == 1
  a += MAX - 65535;
#elif CASE == 2
  b *= a + a;
#elif CASE == 3
  __real__ a = -MAX - 1, a = -a;
#elif CASE == 4
  a = b / a;
#else
  b = 0;
  a = a / b;
#endif
  return __real__ a == (int)__real__ u;
}
