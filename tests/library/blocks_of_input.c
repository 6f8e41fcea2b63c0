/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=9 args="-DMORE" */
#include <assert.h>
#include <stdio.h>

int main(void) {
  int values[4] = {1, 1, 1, 1};
#ifdef MORE
  size_t n = fread(values, sizeof values[0], 5, stdin);
#else
  size_t n = fread(values, sizeof values[0], 4, stdin);
#endif
  assert(n <= 5);
  if (n == 0)
    assert(values[3] == 1);
  return 0;
}
