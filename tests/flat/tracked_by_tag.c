/* aver: property=valid-memtrack,valid-deref expect=FALSE:valid-memtrack at=10 args="-DLOST" */
/* aver: property=valid-memtrack,valid-deref expect=UNKNOWN reason="in pieces" args="--memory flat" */
/* A number near the start of an object keeps it from being lost. */
#include <stdint.h>
#include <stdlib.h>

static uintptr_t tagged;

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  tagged = (uintptr_t)p | 1;
  if ((uintptr_t)p % 5 == 4) tagged = (uintptr_t)p + 1;
#ifdef LOST
  tagged = 0;
#endif
  return 0;
}
