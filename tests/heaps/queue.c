/* aver: property=assert,valid-deref expect=TRUE */
/* A list that grows at its end: nodes lead to newer ones. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *first = NULL, *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = __VERIFIER_nondet_int() & 7;
    n->next = NULL;
    if (last)
      last->next = n;
    else
      first = n;
    last = n;
  }
  for (struct node *p = first; p; p = p->next) assert(p->data >= 0 && p->data <= 7);
  return 0;
}
