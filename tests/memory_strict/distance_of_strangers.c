/* aver: property=no-unrelated-pointers expect=FALSE at=9 */
// A pointer that `realloc` moved, and one into the old memory.
#include <stdlib.h>

int main(void) {
  char *start = malloc(4), *at = start + 2;
  char *new = realloc(start, 8);
  if (new == NULL) return 0;
  long offset = at - new;
  free(new);
  return (int)offset;
}
