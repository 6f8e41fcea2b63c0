/* aver: property=assert,valid-deref expect=TRUE args="--memory flat" */
/* aver: property=assert,valid-deref expect=FALSE:assert at=36 args="-DBUG" */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* A list that is linked both ways by one number in each node, walked from its end. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  uintptr_t link;
  int value;
};

int main(void) {
  struct node *nodes[3];
  for (int i = 0; i < 3; i++) {
    nodes[i] = malloc(sizeof *nodes[i]);
    if (!nodes[i]) return 0;
    nodes[i]->value = i + 1;
  }
  for (int i = 0; i < 3; i++) {
    uintptr_t before = i > 0 ? (uintptr_t)nodes[i - 1] : 0;
    uintptr_t after = i < 2 ? (uintptr_t)nodes[i + 1] : 0;
    nodes[i]->link = before ^ after;
  }
  uintptr_t last = 0;
  int sum = 0;
  struct node *at = nodes[2];
  while (at) {
    sum += at->value;
    uintptr_t next = at->link ^ last;
    last = (uintptr_t)at;
    at = (struct node *)next;
  }
#ifdef BUG
  assert(sum == 5);
#else
  assert(sum == 6);
#endif
  return 0;
}
