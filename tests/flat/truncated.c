/* aver: property=assert,valid-deref expect=FALSE:assert at=11 */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* Half of an address may be zero, a whole one may not. */
#include <assert.h>
#include <stdint.h>

int x;

int main(void) {
  unsigned number = (unsigned)(uintptr_t)&x;
  assert(number != 0);
  return 0;
}
