/* aver: property=valid-memtrack expect=FALSE at=10 args="--engine kiki -DCYCLE" */
/* aver: property=valid-memtrack expect=FALSE at=10 args="--engine kiki -DFREED" */
/* Nothing leads to a member but itself, or a member that is freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; } *list;

int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
#ifdef CYCLE
    node->next = node;
#else
    node->next = list;
    list = node;
#endif
  }
  if (list) {
    struct node *node = list;
    list = 0;
    free(node);
  }
  return 0;
}
