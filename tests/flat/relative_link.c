/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=28 args="-DBUG" */
/* Links that are distances of 32 bits. */
#include <assert.h>
#include <stdint.h>

struct node {
  int32_t next; /* the distance in bytes, or zero */
  int value;
};

struct node nodes[3];

static struct node *follow(struct node *at) {
  return at->next ? (struct node *)((uintptr_t)at + (uintptr_t)(intptr_t)at->next) : 0;
}

static void link(struct node *from, struct node *to) {
  from->next = (int32_t)((uintptr_t)to - (uintptr_t)from);
}

int main(void) {
  for (int i = 0; i < 3; i++) nodes[i].value = i;
  link(&nodes[0], &nodes[2]);
  link(&nodes[2], &nodes[1]);
  struct node *at = follow(follow(&nodes[0]));
#ifdef BUG
  assert(at->value == 2);
#else
  assert(at->value == 1 && !follow(at));
#endif
  return 0;
}
