/* aver: property=valid-deref expect=FALSE at=11 */
/* aver: property=valid-deref expect=FALSE at=11 data-model=ILP32 */
/* Reading an argument that was not passed is no value, but an invalid access. */
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 0;
  for (int i = 0; i < count; i++)
    result ^= va_arg(list, int);
  va_end(list);
  return result;
}

int main(void) { return sum(3, 1, 2); }
