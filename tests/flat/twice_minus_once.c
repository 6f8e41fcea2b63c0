/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=assert,valid-deref expect=FALSE:assert at=20 args="-DBUG" */
/* A pointer that arithmetic loses and finds again. */
#include <assert.h>
#include <stdint.h>

struct pair {
  int x, y;
};

int main(void) {
  struct pair s = {1, 2};
  uintptr_t number = (uintptr_t)&s;
  number *= 2;
  number -= (uintptr_t)&s;
  int *x = (int *)number;
  *x = 3;
#ifdef BUG
  assert(s.x == 1);
#else
  assert(s.x == 3 && s.y == 2);
#endif
  return 0;
}
