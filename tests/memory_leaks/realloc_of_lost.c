/* aver: property=valid-memtrack expect=FALSE at=8 args=--malloc-may-fail */
/* aver: property=valid-memtrack expect=TRUE */
// `p = realloc(p, n)` loses the old object if there is no new one.
#include <stdlib.h>

int main(void) {
  int size = 4;
  char *p = malloc(size);
  p = realloc(p, 2 * size);
  free(p);
  return 0;
}
