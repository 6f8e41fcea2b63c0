/* The second file of stack.c. */
#include "stack.h"

/* There is no test for a full stack: the item that does not fit
 * is written behind the array.
 */
void push(struct stack *s, int item) {
  int top = s->height++;
  s->items[top] = item;
}
