/* aver: property=assert,valid-deref,valid-free expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=14 args="-DWRONG" */
/* Structs that point to their own kind: a list that is turned round, and freed. */
#include <assert.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
static struct node *push(struct node *top, int v) { struct node *n = malloc(sizeof *n); *n = (struct node){v, top}; return n; }
static struct node *turn(struct node *l) {
  struct node *r = 0;
  for (struct node *n; l; l = n) {
#ifdef WRONG
    free(l);
#endif
    n = l->next; l->next = r; r = l;
  }
  return r;
}

int main(void) {
  struct node *l = turn(push(push(push(0, 1), 2), 3));
  assert(l->v == 1 && l->next->v == 2 && l->next->next->v == 3 && !l->next->next->next);
  while (l) {
    struct node *n = l->next;
    free(l);
    l = n;
  }
  return 0;
}
