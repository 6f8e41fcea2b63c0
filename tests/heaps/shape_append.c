/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-memtrack at=19 args="--engine shapes -DWRONG" */
/* The last node is found by walking; without the walk, nodes are lost. */
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
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    if (!head) {
      head = n;
    } else {
      struct node *p = head;
#ifndef WRONG
      while (p->next) p = p->next;
#endif
      p->next = n;
    }
  }
  drop(head);
  return 0;
}
