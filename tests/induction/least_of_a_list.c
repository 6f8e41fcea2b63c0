/* All elements of a list are at least as large as the least one: a fact about members of a family. */
/* aver: property=assert expect=TRUE args="--engine kiki --max-k 2 --unwind 3" */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
  struct node *list = 0;
  int least = INT_MAX;
  while (__VERIFIER_nondet_int()) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = __VERIFIER_nondet_int();
    fresh->next = list;
    list = fresh;
    if (fresh->value < least)
      least = fresh->value;
  }
  for (struct node *at = list; at; at = at->next)
    assert(at->value >= least);
  return 0;
}
