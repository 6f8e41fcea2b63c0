/* aver: property=valid-deref,valid-free,assert expect=TRUE */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  int *q = malloc(4 * sizeof *q);
  for (int i = 0; i < 4; i++) {
    p[i] = i;
    q[i] = -i;
  }
  assert(p != q);
  assert(p[3] == 3 && q[3] == -3 && p[0] == 0);
  free(p);
  assert(q[2] == -2);
  free(q);
  return 0;
}
