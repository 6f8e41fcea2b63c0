/* aver: property=no-misaligned-access expect=FALSE at=10 */
/* aver: property=no-misaligned-access expect=TRUE args=-DALIGN=_Alignas(8) */
// A buffer of char need not be where a struct may be.
#ifndef ALIGN
#define ALIGN
#endif
int main(void) {
  ALIGN char buffer[sizeof(double)];
  double *p = (double *)buffer;
  *p = 1.0;
  return buffer[0];
}
