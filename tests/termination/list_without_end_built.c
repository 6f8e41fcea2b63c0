/* aver: property=termination expect=UNKNOWN reason="" */
/* How many objects there are bounds nothing: this never ends, but no state repeats. */
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *head = NULL;
  for (;;) {
    struct node *new = malloc(sizeof *new);
    new->next = head;
    head = new;
  }
}
