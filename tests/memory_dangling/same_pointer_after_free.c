/* aver: property=assert expect=TRUE */
// A pointer equals itself, and null is null, whatever became of the object.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(1), *alias = p;
  free(p);
  assert(p == alias && p != NULL);
}
