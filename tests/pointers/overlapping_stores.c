/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=17 args="-DWIDE" */
// Stores of different sizes through a pointer into one of two arrays, at an unknown place.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char a[8] = {0}, b[8] = {0};
  int i = __VERIFIER_nondet_int() & 3;
  unsigned char *p = (__VERIFIER_nondet_int() ? a : b) + i;
  *(int *)p = 0x01020304;
#ifdef WIDE
  *(short *)(p + 3) = 7;
#else
  p[4] = 7;
#endif
  // The last byte of four.
  assert(*(int *)p == 0x01020304);
  p[3] = 7;
  assert(*(int *)p == 0x07020304);
  return 0;
}
