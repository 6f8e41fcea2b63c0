/* aver: property=assert,valid-deref expect=FALSE:assert at=13 */
/* A local variable may be where an earlier one was. */
#include <assert.h>
#include <stdint.h>

static uintptr_t where(void) {
  int mine = 0;
  return (uintptr_t)&mine;
}

int main(void) {
  uintptr_t first = where(), second = where();
  assert(first != second);
  return 0;
}
