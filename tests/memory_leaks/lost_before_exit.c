/* aver: property=valid-memtrack expect=FALSE at=7 */
// The pointer is overwritten before `exit`.
#include <stdlib.h>

int main(void) {
  char *p;
  p = malloc(3);
  p = malloc(5);
  free(p);
  exit(1);
}
