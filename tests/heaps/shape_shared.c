/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-free at=29 args="--engine shapes -DWRONG" */
/* All nodes lead to one object, which is freed once. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct owner { int users; };
struct node { struct node *next; struct owner *owner; };

int main(void) {
  struct owner *owner = malloc(sizeof *owner);
  owner->users = 0;
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->owner = owner;
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
#ifdef WRONG
    if (!next) free(list->owner);
#else
    list->owner->users = 1;
#endif
    free(list);
    list = next;
  }
  free(owner);
  return 0;
}
