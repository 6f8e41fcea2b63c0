/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=21 args="-DWRONG" */
/* A list that is handed to another function, which reads a part of it. */
#include <assert.h>
#include <stdarg.h>

static int next(va_list *list) { return va_arg(*list, int); }

static int digits(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 0;
  for (int i = 0; i < count; i++)
    result = 10 * result + next(&list);
  va_end(list);
  return result;
}

int main(void) {
#ifdef WRONG
  assert(digits(2, 4, 2) == 24);
#endif
  assert(digits(7, 1, 2, 3, 4, 5, 6, 7) == 1234567);
  return 0;
}
