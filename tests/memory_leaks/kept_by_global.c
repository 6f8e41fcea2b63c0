/* aver: property=valid-memtrack expect=TRUE */
/* aver: property=valid-memcleanup expect=FALSE at=9 */
// A global variable still points to the memory at the end: it is tracked, but not cleaned up.
#include <stdlib.h>

static int *kept;

int main(void) {
  kept = malloc(sizeof *kept);
  *kept = 1;
  return 0;
}
