/* aver: property=valid-memtrack,valid-deref expect=TRUE */
/* aver: property=valid-memtrack,valid-deref expect=FALSE:valid-memtrack at=16 args="-DLOST" */
/* Memory to which a pointer leads is not lost. */
#include <stdint.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *list;
static uintptr_t parity;

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node) exit(0);
    node->next = list;
    list = node;
  }
  parity = (uintptr_t)list % 7;
#ifdef LOST
  list = list->next;
#endif
  return 0;
}
