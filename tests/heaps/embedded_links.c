/* aver: property=assert,valid-deref expect=TRUE */
/* Links point to links inside of items, as in the lists of operating systems. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link { struct link *next; };
struct item { int value; struct link link; };
int main(void) {
  struct link *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct item *n = malloc(sizeof *n);
    n->value = 9;
    n->link.next = head;
    head = &n->link;
  }
  for (struct link *l = head; l; l = l->next) {
    struct item *item = (struct item *)((char *)l - offsetof(struct item, link));
    assert(item->value == 9);
  }
  return 0;
}
