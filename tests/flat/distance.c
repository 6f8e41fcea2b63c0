/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=13 args="-DBUG" */
/* The distance between two variables is at least the size of the one in front. */
#include <assert.h>
#include <stddef.h>

char a[16], b[16];

int main(void) {
  ptrdiff_t there = b - a, back = a - b;
  assert(there == -back);
#ifdef BUG
  assert(there != 64);
#else
  assert(there >= 16 || there <= -16);
#endif
  return 0;
}
