/* aver: property=valid-free expect=FALSE at=8 */
// Only memory of the heap can be given another size.
#include <stdlib.h>

int main(void) {
  char local[4];
  char *p = local;
  p = realloc(p, 8);
  free(p);
  return 0;
}
