/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=20 args="-DBUG" */
/* The bytes of a pointer are those of its number, both ways. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

int main(void) {
  int x = 5;
  int *p = &x;
  uintptr_t number;
  memcpy(&number, &p, sizeof number);
  assert(number == (uintptr_t)&x);
#ifdef BUG
  number += sizeof x;
#endif
  int *q;
  memcpy(&q, &number, sizeof q);
  assert(*q == 5);
  return 0;
}
