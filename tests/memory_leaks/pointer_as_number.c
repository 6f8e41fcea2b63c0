/* aver: property=valid-memtrack expect=TRUE */
// A number that has all bits of a pointer is as good as one.
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hidden;

int main(void) {
  hidden = (uintptr_t)malloc(8);
  return 0;
}
