/* aver: property=valid-memsafety,valid-memcleanup expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=17 args=-DFIRST_ONLY */
// A list of some length, freed from its head on. Who frees the head only loses the others.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 3) return 0;
  struct node *head = NULL;
  while (n-- > 0) {
    struct node *new = malloc(sizeof *new);
    new->value = (int)n;
    new->next = head;
    head = new;
  }
#ifdef FIRST_ONLY
  free(head);
#else
  while (head != NULL) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
#endif
  return 0;
}
