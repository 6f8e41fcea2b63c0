/* aver: property=assert,valid-deref expect=TRUE */
/* Both directions of an overlapping move. */
#include <assert.h>
#include <string.h>

int main(void) {
  int a[6] = {0, 1, 2, 3, 4, 5};
  memmove(a + 1, a, 5 * sizeof *a);
  assert(a[0] == 0 && a[1] == 0 && a[2] == 1 && a[5] == 4);
  memmove(a, a + 2, 4 * sizeof *a);
  assert(a[0] == 1 && a[3] == 4 && a[4] == 3 && a[5] == 4);
  return 0;
}
