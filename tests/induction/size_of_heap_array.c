/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=25 args=-DWRONG */
/* The length of an allocated array is what it was allocated with, on both ways. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int small = __VERIFIER_nondet_int();
  int n = 8;
  if (small) {
    while (__VERIFIER_nondet_int())
      ;
    n = 4;
  } else {
    while (__VERIFIER_nondet_int())
      ;
  }
  char *p = malloc(n);
#ifdef WRONG
  int last = 7;
#else
  int last = small ? 3 : 7;
#endif
  for (int i = 0; i <= last; i++)
    p[i] = 0;
  free(p);
  return 0;
}
