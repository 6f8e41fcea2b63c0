/* aver: property=valid-memtrack expect=TRUE */
// A ring of three, of which a global knows one.
#include <stdlib.h>

struct node {
  struct node *next, *previous;
};
static struct node *some;

int main(void) {
  struct node *nodes[3];
  for (int i = 0; i < 3; i++) nodes[i] = malloc(sizeof(struct node));
  for (int i = 0; i < 3; i++) {
    nodes[i]->next = nodes[(i + 1) % 3];
    nodes[i]->previous = nodes[(i + 2) % 3];
  }
  some = nodes[1];
  return 0;
}
