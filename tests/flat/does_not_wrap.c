/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* No object reaches beyond the end of the address space, and none is at null. */
#include <assert.h>
#include <stdint.h>

char buffer[1000];

int main(void) {
  uintptr_t start = (uintptr_t)buffer;
  assert(start + sizeof buffer > start);
  assert(start != 0 && start + sizeof buffer != 0);
  return 0;
}
