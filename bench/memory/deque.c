/* A doubly linked deque: N unknown operations at both ends. With BUG a link is not set when the left end is removed. */
#include "bench.h"

struct link {
  int value;
  struct link *left, *right;
};
static struct link *ends[2];

static void push(int end, int value) {
  struct link *l = malloc(sizeof *l);
  l->value = value;
  l->left = end ? ends[1] : NULL;
  l->right = end ? NULL : ends[0];
  if (ends[end] == NULL)
    ends[!end] = l;
  else if (end)
    ends[1]->right = l;
  else
    ends[0]->left = l;
  ends[end] = l;
}

static void pop(int end) {
  struct link *l = ends[end];
  struct link *next = end ? l->left : l->right;
  ends[end] = next;
  if (next == NULL)
    ends[!end] = NULL;
  else if (end)
    next->right = NULL;
#ifndef BUG
  else
    next->left = NULL;
#endif
  free(l);
}

int main(void) {
  int count = 0;
  for (int i = 0; i < N; i++) {
    unsigned operation = nondet_uint() % 4;
    if (operation < 2) {
      push(operation, i);
      count++;
    } else if (count > 0) {
      pop(operation - 2);
      count--;
    }
  }
  while (count-- > 0) {
    assert(ends[0]->left == NULL);
    pop(1);
  }
  assert(ends[0] == NULL && ends[1] == NULL);
  return 0;
}
