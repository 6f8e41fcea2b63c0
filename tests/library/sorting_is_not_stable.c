/* aver: property=assert expect=FALSE at=16 */
/* Which one of two equal elements comes first is not said. */
#include <assert.h>
#include <stdlib.h>

struct entry { int key, value; };

static int compare(const void *a, const void *b) {
  return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void) {
  struct entry e[2] = {{1, 10}, {1, 20}};
  qsort(e, 2, sizeof e[0], compare);
  assert(e[0].value + e[1].value == 30);
  assert(e[0].value == 10);
  return 0;
}
