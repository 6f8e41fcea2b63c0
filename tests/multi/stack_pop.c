/* The third file of stack.c. */
#include "stack.h"

int pop(struct stack *s) {
  return s->items[--s->height];
}
