/* aver: property=assert expect=UNKNOWN reason="where objects lie" args="--engine kiki" */
/* Members have ascending numbers, but nobody may see that in their addresses, not even in those that are kept as numbers. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; uintptr_t at; };

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->at = (uintptr_t)node;
    list = node;
  }
  if (list && list->next) assert(list->at > list->next->at);
  return 0;
}
