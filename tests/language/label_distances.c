/* aver: property=assert expect=TRUE */
#include <assert.h>

static int choose(int i) {
  static const int distance[] = {&&a - &&a, &&b - &&a};
  goto *(&&a + distance[i]);
a:
  return 10;
b:
  return 20;
}

int main(void) {
  assert(choose(0) == 10 && choose(1) == 20);
  return 0;
}
