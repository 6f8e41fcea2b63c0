/* aver: property=valid-deref expect=FALSE at=9 */
/* In the middle of the dead object, where only its beginning was given back. */
#include <stdlib.h>

int main(void) {
  short *p = malloc(10 * sizeof *p);
  p[5] = 1;
  free(p);
  return p[5];
}
