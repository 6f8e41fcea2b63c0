/* aver: property=valid-deref expect=FALSE at=14 data-model=ILP32 */
/* aver: property=valid-deref expect=TRUE data-model=ILP32 args=-DCALLOC */
// The size in bytes wraps around in 32 bits, so that there is room for one element only; `calloc` notices.
#include <stdlib.h>

int main(void) {
  size_t count = 0x40000001u;
#ifdef CALLOC
  int *p = calloc(count, sizeof *p);
#else
  int *p = malloc(count * sizeof *p);
#endif
  if (p == NULL) return 0;
  p[1] = 5;
  free(p);
  return 0;
}
