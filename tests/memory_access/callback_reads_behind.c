/* aver: property=valid-deref expect=FALSE at=5 */
// The comparison function takes the elements for larger ones than they are.
#include <stdlib.h>
static int compare(const void *a, const void *b) {
  long long x = *(const long long *)a, y = *(const long long *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int cells[2] = {2, 1};
  qsort(cells, 2, sizeof *cells, compare);
  return cells[0];
}
