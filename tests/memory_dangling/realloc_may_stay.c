/* aver: property=assert expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=assert expect=FALSE at=10 */
// `realloc` may keep the place or move the object: whether the pointers are equal is not known.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *old = malloc(4);
  char *new = realloc(old, 8);
  assert(new == NULL || new != old);
}
