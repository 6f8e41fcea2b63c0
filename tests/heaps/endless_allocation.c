/* aver: property=termination expect=UNKNOWN reason="cut off" args="--unwind 5" */
/* A loop that allocates for as long as its input says need not end: that there are only so many objects bounds nothing. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  return 0;
}
