/* aver: property=termination,valid-deref expect=UNKNOWN data-model=ILP32 reason="an allocation in a loop" args="--timeout 10" */
/* A list is closed to a ring and walked: what is known of its accesses does not make the walk end. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  if (!list) return 0;
  struct node *at = list;
  while (at->next) at = at->next;
  at->next = list;
  unsigned long steps = 0;
  while (at) {
    steps = steps * 3 + 1;
    at = at->next;
  }
  return steps;
}
