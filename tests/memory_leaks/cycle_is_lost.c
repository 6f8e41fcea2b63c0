/* aver: property=valid-memtrack expect=FALSE at=10 */
// Two objects point to each other, and nothing points to them.
#include <stdlib.h>

struct node {
  struct node *other;
};

int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->other = b;
  b->other = a;
  return 0;
}
