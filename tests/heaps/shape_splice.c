/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-deref at=21 args="--engine shapes -DWRONG" */
/* One list is appended to another one, and is no list of its own any more. */
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
  struct node *a = make(), *b = make();
  if (!a) {
    a = b;
  } else {
    struct node *p = a;
    while (p->next) p = p->next;
    p->next = b;
  }
  drop(a);
#ifdef WRONG
  drop(b);
#endif
  return 0;
}
