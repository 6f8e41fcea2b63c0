/* aver: property=assert,valid-deref expect=TRUE */
/* A list is reversed in place. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = NULL, *back = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = 1;
    n->next = head;
    head = n;
  }
  while (head) {
    struct node *next = head->next;
    head->next = back;
    back = head;
    head = next;
  }
  for (; back; back = back->next) assert(back->data == 1);
  return 0;
}
