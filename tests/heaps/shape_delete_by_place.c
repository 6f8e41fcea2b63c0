/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-deref at=30 args="--engine shapes -DWRONG" */
/* The same by a pointer to the link. */
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
  struct node *list = make(), **place = &list;
  int value = __VERIFIER_nondet_int();
  while (*place) {
    struct node *p = *place;
    if (p->data == value) {
#ifndef WRONG
      *place = p->next;
#endif
      free(p);
#ifdef WRONG
      place = &p->next;
#endif
    } else {
      place = &p->next;
    }
  }
  drop(list);
  return 0;
}
