/* aver: property=valid-deref expect=FALSE at=14 */
// The last field's array is left, and with it the struct.
#include <stdlib.h>

struct record {
  int count;
  short cells[2];
};

static short get(struct record *r, int i) {
  short *cells = r->cells;
  // sizeof(struct record) is 8: element 2 would start at its end.
  if (i < r->count)
    return cells[i];
  return 0;
}

int main(void) {
  struct record *r = malloc(sizeof *r);
  r->count = 3;
  r->cells[0] = r->cells[1] = 0;
  short s = get(r, 2);
  free(r);
  return s;
}
