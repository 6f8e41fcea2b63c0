/* aver: property=valid-memcleanup expect=FALSE at=10 args=-DLAST */
/* aver: property=valid-memcleanup expect=TRUE */
// Each round replaces the buffer; after the last one it is freed, or not.
#include <stdlib.h>

int main(void) {
  char *buffer = NULL;
  for (int size = 1; size <= 8; size *= 2) {
    free(buffer);
    buffer = malloc(size);
  }
#ifndef LAST
  free(buffer);
#endif
  return 0;
}
