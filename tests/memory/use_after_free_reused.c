/* aver: property=valid-deref expect=FALSE at=10 */
/* A new object does not revive pointers to an old one. */
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
  int *q = malloc(sizeof *q);
  *q = 1;
  *p = 2;
  return *q;
}
