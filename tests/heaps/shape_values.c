/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:assert at=32 args="--engine shapes -DWRONG" */
/* What holds of the data of all nodes, and of a variable beside them. */
#include <assert.h>
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
  struct node *list = 0;
  int base = __VERIFIER_nondet_int(), last = 1;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = __VERIFIER_nondet_int();
#ifdef WRONG
    if (n->data < base && base < 0) n->data = base;
#else
    if (n->data < base) n->data = base;
#endif
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next) {
    assert(p->data >= base);
    assert(last == 1);
  }
  drop(list);
  return 0;
}
