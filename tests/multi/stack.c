/* aver: property=assert,array-bounds expect=TRUE files="stack_push.c stack_pop.c" args=-Itests/multi/include */
/* aver: property=array-bounds expect=FALSE at=9 files="stack_push.c stack_pop.c" args="-Itests/multi/include -DPUSHES=5" */
/* Three files and a header; the violation is not in the first of them. */
#include "stack.h"
#include <assert.h>
struct stack stack;
#ifndef PUSHES
#define PUSHES 4
#endif

int main(void) {
  for (int i = 0; i < PUSHES; i++) push(&stack, 10 * i);
  assert(pop(&stack) == 10 * (PUSHES - 1));
  assert(stack.height == PUSHES - 1);
  return 0;
}
