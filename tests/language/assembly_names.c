/* aver: property=assert expect=TRUE */
/* A function and a variable whose names in the object file are others. */
#include <assert.h>
int visible(int x) __asm__("hidden_name");
int visible(int x) { return x + 1; }
extern int other(int) __asm__("hidden_name");
int number __asm__("another$name") = 4;

int main(void) {
  assert(visible(1) == 2 && other(2) == 3 && number == 4);
  return 0;
}
