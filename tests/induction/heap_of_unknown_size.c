/* All elements of an array of unknown size. */
/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=16 args=-DWRONG */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n > 0 && n < 1000);
  char *a = malloc(n);
#ifdef WRONG
  for (unsigned i = 0; i <= n; i++)
#else
  for (unsigned i = 0; i < n; i++)
#endif
    a[i] = 1;
  free(a);
  return 0;
}
