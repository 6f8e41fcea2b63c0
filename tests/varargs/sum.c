/* aver: property=assert,valid-deref,no-overflow expect=TRUE */
/* aver: property=assert,valid-deref,no-overflow expect=TRUE data-model=ILP32 */
/* Arguments in registers and, beyond six of them, in memory. */
#include <assert.h>
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 0;
  for (int i = 0; i < count; i++)
    result += va_arg(list, int);
  va_end(list);
  return result;
}

int main(void) {
  assert(sum(0) == 0);
  assert(sum(3, 1, 2, 3) == 6);
  assert(sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45);
  return 0;
}
