/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args="--malloc-may-fail" */
/* aver: property=valid-deref expect=TRUE args="--malloc-may-fail -DCHECKED" */
/* Allocation works, unless the user wants to know what happens otherwise. */
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
#ifdef CHECKED
  if (p == 0)
    return 1;
#endif
  *p = 1;
  free(p);
  return 0;
}
