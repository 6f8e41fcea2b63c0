/* aver: property=valid-deref,valid-free expect=TRUE */
/* aver: property=valid-deref,valid-free expect=FALSE:valid-deref args=-DWRONG at=18 */
/* Each node is freed once, after its successor has been read from it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  while (head) {
#ifdef WRONG
    free(head);
    head =
        head->next;
#else
    struct node *next = head->next;
    free(head);
    head = next;
#endif
  }
  return 0;
}
