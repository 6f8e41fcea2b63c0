/* aver: property=valid-memtrack,valid-memcleanup expect=TRUE */
// The old object is gone with `realloc`; the new one is freed by `realloc` to nothing.
#include <stdlib.h>

int main(void) {
  char *p = malloc(2);
  p = realloc(p, 20);
  p = realloc(p, 0);
  return p != NULL;
}
