/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=15 args=-DLAST=n */
/* aver: property=valid-deref expect=FALSE at=17 args=-DWIDE */
/* The last byte of an object whose size is not known. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef LAST
#define LAST n - 1
#endif

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 4 || n > 12) return 0;
  char *p = malloc(n);
  p[LAST] = 'x';
#ifdef WIDE
  return *(int *)(p + n - 2);
#endif
  return p[0];
}
