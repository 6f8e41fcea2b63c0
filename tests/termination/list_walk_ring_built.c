/* aver: property=termination expect=FALSE at=19 */
/* The last node of a list that a loop builds leads to the first one again. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *next; int value; };
int main(void) {
  struct node *first = malloc(sizeof *first);
  first->value = 0;
  first->next = first;
  unsigned n = __VERIFIER_nondet_uint();
  struct node *last = first;
  for (unsigned i = 0; i < n; i++) {
    struct node *new = malloc(sizeof *new);
    new->value = i;
    new->next = first;
    last->next = new;
    last = new;
  }
  for (struct node *p = first; p; p = p->next) p->value = 0;
  return 0;
}
