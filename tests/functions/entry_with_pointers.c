/* aver: property=valid-deref expect=FALSE at=13 args="--function unguarded" */
/* aver: property=valid-deref,assert expect=TRUE args="--function guarded" */
/* aver: property=assert expect=FALSE at=25 args="--function contents" */
/* A pointer argument is null or points to an object of its type with unknown contents. */
#include <assert.h>

struct pair {
  int a;
  short b;
};

int unguarded(struct pair *p) {
  return p->b;
}

int guarded(struct pair *p) {
  if (!p) return 0;
  p->a = 3;
  p->b = 4;
  assert(p->a + p->b == 7);
  return 1;
}

void contents(int *p) {
  if (p) assert(*p != 99);
}
