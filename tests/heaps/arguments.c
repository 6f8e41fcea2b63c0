/* aver: property=assert,valid-deref expect=TRUE args="--engine kiki --function f" */
/* aver: property=assert expect=FALSE at=16 args="--engine kiki --function f -DWRONG" */
/* What an argument points to is none of the objects that the function makes, until the function links them. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

int f(struct node *given) {
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = 1;
    if (given) {
      node->next = given->next;
#ifdef WRONG
      given->next = node; assert(node->next == 0 || node->next->data != 1);
#else
      given->data = 2; assert(node != given->next);
#endif
    }
    assert(node->data == 1);
  }
  return 0;
}
