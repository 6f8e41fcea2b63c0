/* aver: property=assert,valid-deref expect=TRUE */
/* Where an object is known to lie behind another one, a number leads there. */
#include <assert.h>
#include <stdint.h>

char a[4], b[4];

int main(void) {
  uintptr_t number = (uintptr_t)a + 6;
  if ((uintptr_t)b != (uintptr_t)a + 4) return 0;
  *(char *)number = 1;
  assert(b[2] == 1 && a[2] == 0);
  return 0;
}
