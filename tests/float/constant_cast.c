/* aver: property=no-float-cast-overflow expect=FALSE at=7 args=-DCASE=1 */
/* aver: property=no-float-cast-overflow expect=FALSE at=9 args=-DCASE=2 */
/* aver: property=no-float-cast-overflow expect=TRUE args=-DCASE=3 */
/* Conversions that clang computes. */
int main(void) {
#if CASE == 1
  return (int)1e10;
#elif CASE == 2
  unsigned char c = -1.0;
  return c;
#else
  return (int)2147483647.5 + (unsigned char)-0.5 + (unsigned char)255.9f;
#endif
}
