/* aver: property=valid-memtrack expect=FALSE at=12 */
// Writing the other member of a union destroys the pointer.
#include <stdlib.h>

static union {
  char *text;
  long number;
} slot;

int main(void) {
  slot.number = 1;
  slot.text = malloc(5);
  slot.number = 2;
  return 0;
}
