/* aver: property=valid-free,valid-deref,valid-memtrack expect=TRUE args="--function destroy" */
/* aver: property=valid-free expect=FALSE at=20 args="--function both --args nonnull" */
/* aver: property=valid-free,valid-memtrack expect=TRUE args="--function both --args distinct" */
/* Functions may free what they are given, once. */
#include <stdlib.h>

struct node {
  struct node *next;
};

void destroy(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

void both(int *a, int *b) {
  free(a);
  free(b);
}
