/* aver: property=no-uninitialised expect=FALSE at=10 */
// The old part keeps what was written, the new part has nothing.
#include <stdlib.h>

int main(void) {
  int *p = calloc(1, sizeof *p);
  p = realloc(p, 2 * sizeof *p);
  int old = p[0];
  if (old == 0)
    old = p[1];
  free(p);
  return old;
}
