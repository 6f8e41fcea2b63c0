/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-deref at=32 args="--engine shapes -DWRONG" */
/* Two lists become one. */
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
  struct node *a = make(), *b = make(), *all = 0;
#ifdef WRONG
  while (a || b) {
    struct node *n;
    if (a->data < b->data) {
#else
  while (a || b) {
    struct node *n;
    if (!b || (a && a->data < b->data)) {
#endif
      n = a;
      a = a->next;
    } else {
      n = b;
      b = b->next;
    }
    n->next = all;
    all = n;
  }
  drop(all);
  return 0;
}
