/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-memtrack at=30 args="--engine shapes -DWRONG" */
/* Nodes are copied as a whole; a copy that keeps its link shares the rest of the list. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

static struct node *make(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  return list;
}

static void drop(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

int main(void) {
  struct node *list = make(), *copy = 0;
  for (struct node *p = list; p; p = p->next) {
    struct node *n = malloc(sizeof *n);
    *n = *p;
#ifndef WRONG
    n->next = copy;
#endif
    copy = n;
  }
  drop(list);
  drop(copy);
  return 0;
}
