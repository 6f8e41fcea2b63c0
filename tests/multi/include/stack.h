#ifndef STACK_H
#define STACK_H
struct stack {
  int height;
  int items[4];
};
extern struct stack stack;
void push(struct stack *s, int item);
int pop(struct stack *s);
#endif
