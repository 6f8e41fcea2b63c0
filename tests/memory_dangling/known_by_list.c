/* aver: property=assert,valid-deref expect=TRUE */
// A freed node is compared with the head of the list, which was made before.
#include <assert.h>
#include <stdlib.h>
struct node { struct node *next; };

int main(void) {
  struct node *head = malloc(sizeof *head);
  struct node *n = malloc(sizeof *n);
  n->next = NULL;
  head->next = n;
  free(n);
  if (n == head) head = NULL;
  assert(head != NULL);
  free(head);
}
