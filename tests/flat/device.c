/* aver: property=assert,valid-deref expect=FALSE:assert at=15 */
/* aver: property=assert,valid-deref expect=TRUE args="-DLOW" */
/* A variable may lie at a number that the program makes up, but not in the first page. */
#include <assert.h>
#include <stdint.h>

int x;

int main(void) {
#ifdef LOW
  uintptr_t number = 64;
#else
  uintptr_t number = 0x40000000;
#endif
  assert((int *)number != &x);
  return 0;
}
