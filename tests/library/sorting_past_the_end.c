/* aver: property=valid-deref expect=FALSE at=5 */
/* The callback sees elements that are not there. */
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : 1; }

int main(void) {
  int a[3] = {3, 1, 2};
  qsort(a, 4, sizeof a[0], compare);
  return a[0];
}
