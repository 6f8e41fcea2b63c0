/* aver: property=termination expect=TRUE */
/* A list is built in a loop and walked. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *next; int value; };
int main(void) {
  struct node *head = NULL;
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    struct node *new = malloc(sizeof *new);
    if (!new) return 1;
    new->value = i;
    new->next = head;
    head = new;
  }
  int sum = 0;
  for (struct node *p = head; p; p = p->next) sum ^= p->value;
  return sum;
}
