/* aver: property=valid-deref expect=FALSE at=20 */
/* aver: property=valid-memsafety expect=TRUE args="-DIN_TIME" */
// An element is freed before the list is led past it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int key; };
int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *x = malloc(sizeof *x);
    x->key = i;
    x->next = head;
    head = x;
  }
  int key = __VERIFIER_nondet_int();
  for (struct node **p = &head; *p != NULL;) {
    struct node *x = *p;
    if (x->key == key) {
#ifndef IN_TIME
      free(x); *p = x->next;
#else
      *p = x->next; free(x);
#endif
    } else {
      p = &x->next;
    }
  }
  while (head != NULL) {
    struct node *x = head;
    head = head->next;
    free(x);
  }
  return 0;
}
