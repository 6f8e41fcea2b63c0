/* aver: property=assert,valid-deref,valid-free expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=11 args="-DROOM=3" */
/* An array without a length at the end of a struct has as many elements as there is room for. */
#include <assert.h>
#include <stdlib.h>
#ifndef ROOM
#define ROOM 4
#endif
struct list { int count; short items[]; };
struct old { int count; short items[0]; };
static void fill(struct list *l) { for (int i = 0; i < 4; i++) l->items[l->count++] = (short)i; }

int main(void) {
  struct list *l = malloc(sizeof *l + ROOM * sizeof(short));
  l->count = 0;
  fill(l);
  assert(l->items[3] == 3 && sizeof(struct list) == 4 && ((struct old *)l)->items[2] == 2);
  free(l);
  return 0;
}
