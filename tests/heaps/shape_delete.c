/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-deref at=21 args="--engine shapes -DWRONG" */
/* All nodes with a value are unlinked and freed; the link to the first one must change, too. */
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
  struct node *list = make(), *before = 0, *p = list;
  int value = __VERIFIER_nondet_int();
  while (p) {
    struct node *next = p->next;
    if (p->data == value) {
      if (before)
        before->next = next;
#ifndef WRONG
      else
        list = next;
#endif
      free(p);
    } else {
      before = p;
    }
    p = next;
  }
  drop(list);
  return 0;
}
