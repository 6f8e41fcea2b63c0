/* aver: property=valid-memcleanup expect=TRUE */
// A run that an assumption excludes does not end with memory left behind: it is none.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int *p = malloc(sizeof *p);
  __VERIFIER_assume(__VERIFIER_nondet_int() == 5);
  free(p);
  return 0;
}
