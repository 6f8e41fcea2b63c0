/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:assert at=23 args="--engine shapes -DWRONG" */
/* A doubly linked list is freed from its end; both links belong together. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; int data; };

int main(void) {
  struct node *first = 0, *last = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    n->prev = last;
    if (last)
      last->next = n;
    else
      first = n;
    last = n;
  }
  for (struct node *p = first; p; p = p->next) {
#ifdef WRONG
    assert(p->next);
#else
    if (p->next) assert(p->next->prev == p);
#endif
  }
  while (last) {
    struct node *before = last->prev;
    free(last);
    last = before;
  }
  return 0;
}
