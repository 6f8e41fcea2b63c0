/* aver: property=assert,valid-deref,valid-free expect=TRUE */
/* aver: property=assert expect=UNKNOWN reason="alignment" args="-DALIGNMENT=48" */
/* An alignment that is computed, and one that there is not. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#ifndef ALIGNMENT
#define ALIGNMENT 64
#endif

int main(void) {
  size_t alignment = ALIGNMENT;
  char *p = aligned_alloc(alignment, 2 * alignment);
  assert((uintptr_t)p % 64 == 0);
  p[2 * alignment - 1] = 1;
  free(p);
  void *q;
  assert(posix_memalign(&q, alignment / 2, 8) == 0);
  free(q);
  return 0;
}
