/* aver: property=assert expect=TRUE args="--engine kiki" */
/* aver: property=assert expect=FALSE at=17 args="--engine kiki -DWRONG" */
/* Bytes, an integer and a pointer in the same place of a member. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { union { int i; unsigned char b[4]; struct node *p; } u; struct node *next; };

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->u.p = 0; node->u.i = 0x01020304;
    node->u.b[__VERIFIER_nondet_int() & 3] = 7; node->next = list; list = node;
  }
#ifdef WRONG
  if (list) assert(list->u.i != 0x01070304);
#else
  if (list) assert(list->u.b[0] == 7 || list->u.b[0] == 4);
#endif
  return 0;
}
