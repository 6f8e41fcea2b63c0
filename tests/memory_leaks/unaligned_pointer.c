/* aver: property=valid-memtrack expect=TRUE */
// The pointer stands at an odd offset of a packed struct.
#include <stdlib.h>

static struct __attribute__((packed)) {
  char tag;
  int *p;
} s;

int main(void) {
  s.p = malloc(sizeof *s.p);
  return 0;
}
