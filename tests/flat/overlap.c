/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=25 args="-DBUG" */
/* A copy that asks which of two pointers is the greater one, also of pointers into different objects. */
#include <assert.h>
#include <stddef.h>

/* Copies correctly, whether the ranges overlap or not. */
static void move(char *to, const char *from, size_t n) {
#ifdef BUG
  if (1) {
#else
  if (to < from) {
#endif
    for (size_t i = 0; i < n; i++) to[i] = from[i];
  } else {
    for (size_t i = n; i-- > 0;) to[i] = from[i];
  }
}

int main(void) {
  char a[4] = "abc", b[4];
  move(b, a, 4);
  assert(b[0] == 'a' && b[2] == 'c');
  move(a + 1, a, 2);
  assert(a[1] == 'a' && a[2] == 'b');
  return 0;
}
