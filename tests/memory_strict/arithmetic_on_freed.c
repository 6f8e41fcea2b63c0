/* aver: property=no-pointer-overflow expect=FALSE at=8 */
// A pointer to memory that was freed points to nothing that one could add to.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  free(p);
  char *q = p + 1;
  return q == 0;
}
