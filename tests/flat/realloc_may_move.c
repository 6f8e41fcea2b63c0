/* aver: property=assert,valid-deref expect=FALSE:assert at=21 */
/* aver: property=assert,valid-deref expect=FALSE:assert at=19 args="-DMOVES" */
/* aver: property=assert,valid-deref expect=TRUE args="-DEITHER" */
/* The block may stay where it is, and may move. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  if (!p) return 0;
  *p = 7;
  uintptr_t old = (uintptr_t)p;
  char *q = realloc(p, 16);
  if (!q) return 0;
#if defined EITHER
  assert(*q == 7);
#elif defined MOVES
  assert((uintptr_t)q != old);
#else
  assert((uintptr_t)q == old);
#endif
  return 0;
}
