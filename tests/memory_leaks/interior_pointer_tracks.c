/* aver: property=valid-memtrack expect=TRUE */
// A pointer into the middle of an object, of another type than the object's.
#include <stdlib.h>

struct pair {
  long first;
  short second;
};
static short *inside;

int main(void) {
  struct pair *p = malloc(3 * sizeof *p);
  inside = &p[1].second;
  return 0;
}
