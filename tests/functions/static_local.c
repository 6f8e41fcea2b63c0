/* aver: property=assert expect=TRUE */
#include <assert.h>

static int next(void) {
  static int count = 40;
  return ++count;
}

int main(void) {
  int first = next();
  int second = next();
  assert(first == 41 && second == 42);
  return 0;
}
