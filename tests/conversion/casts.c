/* aver: property=no-lossy-conversion expect=TRUE */
/* aver: property=no-lossy-conversion expect=FALSE at=14 args=-DCAST */
/* aver: property=no-lossy-conversion expect=FALSE at=16 args=-DIMPLICIT */
/* aver: property=no-lossy-conversion expect=FALSE at=18 args=-DSIGN */
/* aver: property=no-lossy-conversion expect=FALSE at=20 args=-DSIGN_CAST */
/* aver: property=no-lossy-conversion expect=FALSE at=22 args=-DCONSTANT */
/* Conversions that change a value, with a cast or without one. */
unsigned nondet_uint(void);

int main(void) {
  unsigned x = nondet_uint();
  unsigned char narrow = 0;
#ifdef CAST
  narrow = (unsigned char)x;
#elif defined IMPLICIT
  narrow = x;
#elif defined SIGN
  int sign = x;
#elif defined SIGN_CAST
  long sign = (int)x;
#elif defined CONSTANT
  narrow = (unsigned char)300;
#endif
  narrow = (unsigned char)(x & 0xff);
  unsigned long wide = (unsigned long)x;
  if (x < 100) narrow = (unsigned char)x;
  _Bool truth = (_Bool)x;
  return narrow + (int)truth + (wide == 3);
}
