/* The index stays inside of the array, whatever its length. */
/* aver: property=valid-deref,no-overflow expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=14 args=-DWRONG */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000)
    return 0;
  int *a = malloc(n * sizeof *a);
#ifdef WRONG
  for (unsigned i = 0; i <= n; i++)
    a[i] = 0;
#else
  for (unsigned i = 0; i < n; i++)
    a[i] = 0;
#endif
  free(a);
  return 0;
}
