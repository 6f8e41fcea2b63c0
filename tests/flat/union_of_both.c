/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=20 args="-DBUG" */
/* A pointer that is moved as the number that it shares its place with. */
#include <assert.h>
#include <stdint.h>

union both {
  int *pointer;
  uintptr_t number;
};

int main(void) {
  int x[2] = {1, 2};
  union both u = {.pointer = x};
  u.number += sizeof(int);
  assert(*u.pointer == 2);
#ifdef BUG
  u.number += sizeof(int);
  *u.pointer = 3;
#endif
  return 0;
}
