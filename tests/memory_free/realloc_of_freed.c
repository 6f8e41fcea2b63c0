/* aver: property=valid-free expect=FALSE at=8 */
// Growing what was freed already.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  free(p);
  p = realloc(p, 8);
  return p == NULL;
}
