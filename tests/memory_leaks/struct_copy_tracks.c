/* aver: property=valid-memtrack,valid-memcleanup expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=14 args=-DFORGET data-model=ILP32 */
// The pointer travels in a struct that is copied, passed and returned by value.
#include <stdlib.h>

struct box {
  int tag;
  int *content;
};

static struct box make(int tag) {
  struct box b;
  b.tag = tag;
  b.content = malloc(sizeof *b.content);
  return b;
}

static void drop(struct box b) {
#ifndef FORGET
  free(b.content);
#endif
}

int main(void) {
  struct box first = make(1), second;
  second = first;
  drop(second);
  return 0;
}
