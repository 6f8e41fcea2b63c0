/* aver: property=valid-memtrack expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=14 args=-DCUT */
// A global leads to the first object, that to the second, and that to the third.
#include <stdlib.h>

struct node {
  struct node *next;
};
static struct node *head;

int main(void) {
  head = malloc(sizeof *head);
  head->next = malloc(sizeof *head);
  head->next->next = malloc(sizeof *head);
  head->next->next->next = NULL;
#ifdef CUT
  head->next->next = NULL;
#endif
  return 0;
}
