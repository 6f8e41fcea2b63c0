/* aver: property=array-bounds,valid-deref,assert expect=TRUE */
/* The address one past the end may be taken. */
#include <assert.h>

int main(void) {
  int a[5] = {1, 2, 3, 4, 5};
  int sum = 0;
  for (int *p = a, *end = &a[5]; p != end; p++) sum += *p;
  assert(sum == 15);
  return 0;
}
