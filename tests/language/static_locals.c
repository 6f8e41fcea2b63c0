/* aver: property=assert expect=TRUE */
/* A static local keeps its value, and there is one for all calls, also of a recursive function. */
#include <assert.h>
static int count(void) { static int calls = 5; return ++calls; }
static int depth(int n) {
  static int deepest;
  if (n > deepest)
    deepest = n;
  return n == 3 ? deepest : depth(n + 1);
}

int main(void) {
  assert(count() == 6 && count() == 7);
  assert(depth(0) == 3 && depth(3) == 3);
  return 0;
}
