/* aver: property=assert,valid-deref expect=TRUE */
/* The allocation is in a function that a loop calls. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node { int data; struct node *next; };
static struct node *push(struct node *next, int data) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->data = data;
  n->next = next;
  return n;
}
int main(void) {
  struct node *head = NULL;
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) head = push(head, i % 10);
  for (struct node *p = head; p; p = p->next) assert(p->data < 10);
  return 0;
}
