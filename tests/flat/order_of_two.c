/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=14 args="-DBUG" */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=assert,valid-deref expect=FALSE:assert at=14 data-model=ILP32 args="-DBUG" */
/* Which of two variables comes first is open, but one does, and they share no byte. */
#include <assert.h>
#include <stdint.h>

int a, b;

int main(void) {
  uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b;
#ifdef BUG
  assert(x < y);
#else
  assert(x < y || y < x);
  assert(x + sizeof a <= y || y + sizeof b <= x);
#endif
  return 0;
}
