/* A pointer that is read from freed memory. */
/* aver: property=valid-deref,valid-free expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args="-DOUTER_FIRST" */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *inner = malloc(sizeof *inner);
  *inner = __VERIFIER_nondet_int();
  int **outer = malloc(sizeof *outer);
  *outer = inner;
#ifdef OUTER_FIRST
  free(outer);
  free(*outer);
#else
  free(*outer);
  free(outer);
#endif
  return 0;
}
