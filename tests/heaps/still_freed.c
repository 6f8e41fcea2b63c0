/* aver: property=valid-deref expect=FALSE at=12 */
/* A number is not given again: the first node stays freed whatever is allocated later. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *first = NULL;
  while (__VERIFIER_nondet_int()) {
    int *n = malloc(sizeof *n);
    *n = 0;
    if (!first) first = n;
    else
      *first = 1;
    free(n);
  }
  return 0;
}
