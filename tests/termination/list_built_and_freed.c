/* aver: property=termination expect=TRUE */
/* What one loop makes the other one frees. */
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
