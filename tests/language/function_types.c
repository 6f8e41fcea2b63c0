/* aver: property=assert expect=TRUE */
/* Pointers to functions in tables, as results, through casts and back; comparing them. */
#include <assert.h>
typedef int operation(int, int);
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static operation *choose(char c) { return c == '+' ? add : subtract; }
static int (*chosen(int i))(int, int) { static operation *const table[] = {add, subtract}; return table[i]; }
static int apply(operation f, int x) { return f(x, 1); }

int main(void) {
  void (*opaque)(void) = (void (*)(void))choose('-');
  assert(choose('+') == add && (*choose('-'))(5, 2) == 3 && (***chosen(0))(1, 2) == 3);
  assert(((operation *)opaque)(9, 4) == 5 && apply(&add, 6) == 7 && opaque != 0);
  return 0;
}
