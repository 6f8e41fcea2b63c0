/* aver: property=valid-free expect=FALSE at=9 */
/* aver: property=valid-free expect=TRUE args=-DBACK */
// The pointer was moved while reading; it must be moved back before.
#include <stdlib.h>

int main(void) {
  char *p = malloc(3);
#ifndef BACK
  free(++p);
#else
  p += 2;
  p -= 2;
  free(p);
#endif
  return 0;
}
