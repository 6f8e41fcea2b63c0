/* aver: property=assert expect=TRUE */
// The second object was made while the first one was alive, so they never were at the same place.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(1), *q = malloc(1);
  free(p);
  assert(p != q);
  free(q);
  assert(p != q);
}
