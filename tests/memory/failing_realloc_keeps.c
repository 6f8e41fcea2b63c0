/* aver: property=assert,valid-deref,valid-free expect=TRUE args="--malloc-may-fail" */
/* Where `realloc` fails, the old object stays. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = calloc(4, 1);
  if (p == 0)
    return 1;
  char *q = realloc(p, 8);
  if (q == 0)
    q = p;
  assert(q[3] == 0);
  free(q);
  return 0;
}
