/* aver: property=assert expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=assert expect=FALSE at=14 */
// Variables of two calls: the second frame is likely to be where the first one was.
#include <assert.h>
static int *address(int n) {
  int local = n;
  int *p = &local;
  return p;
}

int main(void) {
  int *first = address(1);
  int *second = address(2);
  assert(first != second);
}
