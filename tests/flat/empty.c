/* aver: property=assert expect=FALSE at=14 */
/* aver: property=assert expect=TRUE args="-DHEAP" */
/* Variables without bytes may have one address, as with gcc. What is allocated has one of its own. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
#ifdef HEAP
  char *a = malloc(0), *b = malloc(0);
  assert(!a || a != b);
#else
  struct {} a, b;
  assert((uintptr_t)&a != (uintptr_t)&b);
#endif
  return 0;
}
