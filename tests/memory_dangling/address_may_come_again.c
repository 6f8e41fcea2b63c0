/* aver: property=assert expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=assert expect=FALSE at=11 */
// The second object may well be where the first one was.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  free(p);
  char *q = malloc(1);
  assert(p != q);
}
