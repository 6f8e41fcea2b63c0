/* aver: property=valid-memtrack expect=FALSE at=7 */
// The head is global and keeps two elements; the third one is lost.
#include <stdlib.h>
static struct node { struct node *next; } *head;
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *x = malloc(sizeof *x);
    x->next = head;
    head = x;
  }
  head->next->next = NULL;
  return 0;
}
