/* aver: property=assert,valid-deref expect=TRUE */
/* Objects of one allocation have addresses and contents of their own. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; };
int main(void) {
  struct node *before = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    assert(n != before);
    if (before) {
      before->data = 1;
      n->data = 2;
      assert(before->data == 1);
    }
    before = n;
  }
  return 0;
}
