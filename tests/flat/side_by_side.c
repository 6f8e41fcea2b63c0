/* aver: property=assert,valid-deref expect=FALSE:assert at=14 */
/* aver: property=assert,valid-deref expect=TRUE args="-DHEAP" */
/* A variable may lie just behind another one; in front of what is allocated are the data of the allocator. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef HEAP
  int *a = malloc(4 * sizeof *a), *b = malloc(4 * sizeof *b);
  if (!a || !b) return 0;
#else
  int a[4], b[4];
#endif
  assert(a + 4 != b);
  return 0;
}
