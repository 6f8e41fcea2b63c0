/* aver: property=valid-deref expect=FALSE at=19 */
// The classic: the next pointer is read out of a node that was just freed.
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  struct node *n = head;
  while (n != NULL) {
    free(n);
    n = n->next;
  }
  return 0;
}
