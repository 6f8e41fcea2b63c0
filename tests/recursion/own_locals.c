/* aver: property=assert,valid-deref expect=TRUE */
/* Each call has its own locals, also when their addresses are passed down. */
#include <assert.h>

static int depth(int *above, int n) {
  int own = *above + 1;
  if (n == 0) return own;
  int below = depth(&own, n - 1);
  assert(own == *above + 1);
  return below;
}

int main(void) {
  int zero = 0;
  assert(depth(&zero, 7) == 8);
  assert(zero == 0);
  return 0;
}
