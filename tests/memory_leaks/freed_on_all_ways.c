/* aver: property=valid-memtrack,valid-memcleanup expect=TRUE */
/* aver: property=valid-memsafety expect=TRUE data-model=ILP32 */
// Each way to the end frees what it allocated.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int()) {
    *p = 1;
    free(p);
    return 1;
  }
  free(p);
  return 0;
}
