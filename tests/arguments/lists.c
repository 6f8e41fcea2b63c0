/* aver: property=valid-deref,no-overflow expect=TRUE args="--function length" */
/* aver: property=valid-deref expect=TRUE args="--function reverse" */
/* aver: property=valid-deref expect=TRUE args="--function reverse" data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=33 args="--function second --args nonnull" */
/* aver: property=assert expect=FALSE at=38 args="--function own_end --args cyclic" */
/* aver: property=assert expect=TRUE args="--function own_end" */
/* Structures are followed to a depth. */
#include <assert.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

int length(const struct node *p) {
  int n = 0;
  for (; p; p = p->next) n++;
  return n;
}

struct node *reverse(struct node *p) {
  struct node *done = NULL;
  while (p) {
    struct node *next = p->next;
    p->next = done;
    done = p;
    p = next;
  }
  return done;
}

int second(const struct node *p) { return p->next->value; }

void own_end(struct node *p) {
  if (!p || !p->next)
    return;
  assert(p->next != p);
}
