/* aver: property=valid-free expect=FALSE at=18 */
/* A second pointer to the first node is freed at the end. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *head = NULL, *first = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
    if (!first) first = n;
  }
  for (struct node *next; head; head = next) {
    next = head->next;
    free(head);
  }
  free(first);
  return 0;
}
