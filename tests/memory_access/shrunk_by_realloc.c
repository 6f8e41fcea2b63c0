/* aver: property=valid-deref expect=FALSE at=9 */
// Behind the new end there is nothing, although there was.
#include <stdlib.h>

int main(void) {
  int *p = calloc(4, sizeof *p);
  p = realloc(p, 2 * sizeof *p);
  p[1] = 1;
  p[2] = 2;
  free(p);
  return 0;
}
