/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert args=-DWRONG at=21 */
/* A list of any length: what its nodes have in common holds of each that is met on the way. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = NULL;
  int made = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = 5;
#ifdef WRONG
    if (made == 3) n->data = 6;
    if (made < 10) made++;
#endif
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next) assert(p->data == 5);
  return made;
}
