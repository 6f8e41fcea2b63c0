/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-deref at=36 args="--engine shapes -DWRONG" */
/* A node is taken out of the middle of a doubly linked list. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; int data; };

static void drop(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = __VERIFIER_nondet_int();
    n->prev = 0;
    n->next = list;
    if (list) list->prev = n;
    list = n;
  }
  struct node *p = list;
  while (p && p->data != 5) p = p->next;
  if (p) {
    if (p->prev)
      p->prev->next = p->next;
    else
      list = p->next;
#ifdef WRONG
    struct node *after = p->next;
    free(p);
    if (after && after->prev) after->prev->data = 1;
#else
    if (p->next) p->next->prev = p->prev;
    free(p);
#endif
  }
  drop(list);
  return 0;
}
