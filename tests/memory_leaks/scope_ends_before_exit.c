/* aver: property=valid-memtrack expect=FALSE at=7 */
// The block that declared the pointer is left before the program ends.
#include <stdlib.h>

static void allocate(void) {
  {
    int *inner = malloc(sizeof *inner);
    *inner = 2;
  }
  exit(0);
}

int main(void) { allocate(); }
