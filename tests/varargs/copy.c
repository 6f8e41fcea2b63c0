/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* A copy of a list goes on where the list was. */
#include <assert.h>
#include <stdarg.h>

static int twice(int count, ...) {
  va_list list, copy;
  va_start(list, count);
  int first = va_arg(list, int);
  va_copy(copy, list);
  int sum = first;
  for (int i = 1; i < count; i++)
    sum += va_arg(list, int);
  for (int i = 1; i < count; i++)
    sum += va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return sum;
}

int main(void) {
  assert(twice(8, 100, 1, 2, 3, 4, 5, 6, 7) == 156);
  return 0;
}
