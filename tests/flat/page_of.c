/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=13 args="-DBUG" */
/* A small buffer lies in one page or in two. */
#include <assert.h>
#include <stdint.h>

char buffer[100];

int main(void) {
  uintptr_t first = (uintptr_t)buffer & ~(uintptr_t)4095;
  uintptr_t last = (uintptr_t)(buffer + 99) & ~(uintptr_t)4095;
#ifdef BUG
  assert(first == last);
#else
  assert(first == last || first + 4096 == last);
#endif
  return 0;
}
