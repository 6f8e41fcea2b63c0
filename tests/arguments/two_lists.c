/* aver: property=assert expect=FALSE at=13 args="--function shared" */
/* aver: property=assert expect=TRUE args="--function shared --args distinct" */
/* Lists may share their tails. */
#include <assert.h>

struct node {
  int value;
  struct node *next;
};

void shared(struct node *a, struct node *b) {
  if (!a || !b || a == b || !a->next || !b->next) return;
  assert(a->next != b->next);
}
