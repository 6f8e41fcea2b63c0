/* aver: property=valid-memtrack,valid-memcleanup expect=TRUE */
// Nothing is lost, and the run never ends.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 0;
  while (*p == 0) {
  }
  free(p);
}
