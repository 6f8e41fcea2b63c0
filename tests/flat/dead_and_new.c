/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=19 args="-DBUG" */
/* A number that was the address of a dead object leads to what lies there now. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *old = malloc(sizeof *old);
  if (!old) return 0;
  uintptr_t number = (uintptr_t)old;
  free(old);
  int *new = malloc(sizeof *new);
  if (!new) return 0;
  *new = 1;
#ifndef BUG
  if ((uintptr_t)new != number) return 0;
#endif
  *(int *)number = 2;
  assert(*new == 2);
  return 0;
}
