/* aver: property=assert expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=assert expect=FALSE at=18 */
/* aver: property=assert expect=TRUE args=-DEARLY */
// Whether the first object is dead depends on the input.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(4);
#ifdef EARLY
  int *q = malloc(4);
#endif
  if (__VERIFIER_nondet_int()) free(p);
#ifndef EARLY
  int *q = malloc(4);
#endif
  assert(p != q);
}
