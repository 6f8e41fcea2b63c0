/* aver: property=termination expect=TRUE */
/* A list that a loop has built is searched, and freed node by node. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *next; unsigned key; };
int main(void) {
  struct node *head = NULL;
  unsigned n = __VERIFIER_nondet_uint(), wanted = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    struct node *new = malloc(sizeof *new);
    if (!new) return 1;
    new->key = i;
    new->next = head;
    head = new;
  }
  struct node *p = head;
  while (p && p->key != wanted) p = p->next;
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
