/* aver: property=assert,valid-deref,valid-free expect=TRUE */
// Insertion through a pointer to a pointer, which is in the head or in any element.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int key; };
int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *x = malloc(sizeof *x), **p = &head;
    x->key = __VERIFIER_nondet_int();
    while (*p != NULL && (*p)->key < x->key)
      p = &(*p)->next;
    x->next = *p;
    *p = x;
  }
  int count = 0;
  for (struct node *x = head; x != NULL; x = x->next) {
    count++;
    assert(x->next == NULL || x->key <= x->next->key);
  }
  assert(count == 3);
  while (head != NULL) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
