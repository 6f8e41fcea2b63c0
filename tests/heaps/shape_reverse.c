/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-memtrack at=11 args="--engine shapes -DWRONG" */
/* A list is turned around in place. */
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
  struct node *list = make(), *back = 0;
  while (list) {
    struct node *next = list->next;
    list->next = back;
#ifdef WRONG
    if (next) back = list;
#else
    back = list;
#endif
    list = next;
  }
  drop(back);
  return 0;
}
