/* aver: property=valid-free expect=FALSE at=8 */
// The old pointer is not the object's any more, whether it moved or not.
#include <stdlib.h>

int main(void) {
  char *old = malloc(4);
  char *new = realloc(old, 8);
  free(old);
  return new == NULL;
}
