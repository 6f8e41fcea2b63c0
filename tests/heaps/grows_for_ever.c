/* aver: property=termination expect=UNKNOWN reason=loop args="--unwind 5" */
/* A run that allocates for ever does not end, although members have only so many numbers. */
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *head = NULL;
  for (;;) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
}
