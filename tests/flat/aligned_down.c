/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=13 args="-DBUG" */
/* Rounding a pointer is about its number. */
#include <assert.h>
#include <stdint.h>

char buffer[64];

int main(void) {
  char *p = __builtin_align_up(buffer + 1, 32);
  assert((uintptr_t)p % 32 == 0);
#ifdef BUG
  assert(p == buffer + 32);
#else
  assert(p > buffer && p <= buffer + 32);
  *p = 1;
#endif
  return 0;
}
