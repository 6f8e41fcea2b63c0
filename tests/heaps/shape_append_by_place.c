/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-deref at=10 args="--engine shapes -DWRONG" */
/* A pointer to the last link, which is inside of a node or is the variable; one that is not ended is followed into nowhere. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

static void drop(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

int main(void) {
  struct node *head = 0, **end = &head;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
#ifndef WRONG
    n->next = 0;
#endif
    *end = n;
    end = &n->next;
  }
  drop(head);
  return 0;
}
