/* aver: property=valid-memcleanup expect=FALSE at=9 */
/* aver: property=valid-memtrack expect=TRUE */
// A failing assertion ends the program without cleaning up.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  assert(__VERIFIER_nondet_int() != 5);
  free(p);
  return 0;
}
