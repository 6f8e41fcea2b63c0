/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-memcleanup at=26 args="--engine shapes -DWRONG" */
/* Links inside of items, with a static ring head, as in the Linux kernel. */
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list { struct list *next, *prev; };
struct item { int value; struct list link; };
#define item_of(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))
static struct list head = {&head, &head};

static void add(struct list *n, struct list *at) {
  n->next = at->next;
  n->prev = at;
  at->next->prev = n;
  at->next = n;
}

static void del(struct list *n) {
  n->prev->next = n->next;
  n->next->prev = n->prev;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct item *i = malloc(sizeof *i);
    i->value = 2;
    add(&i->link, __VERIFIER_nondet_int() ? &head : head.prev);
  }
#ifdef WRONG
  while (head.next != head.prev) {
#else
  while (head.next != &head) {
#endif
    struct item *i = item_of(head.next);
    if (i->value != 2) return 1;
    del(&i->link);
    free(i);
  }
  return 0;
}
