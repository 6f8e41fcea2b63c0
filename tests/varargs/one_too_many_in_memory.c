/* aver: property=valid-deref expect=FALSE at=11 */
/* aver: property=valid-deref expect=FALSE at=11 data-model=ILP32 */
/* The same where the last argument is in memory. */
#include <stdarg.h>

static long last(int count, ...) {
  va_list list;
  va_start(list, count);
  long result = 0;
  for (int i = 0; i <= count; i++)
    result = va_arg(list, long);
  va_end(list);
  return result;
}

int main(void) { return (int)last(7, 1L, 2L, 3L, 4L, 5L, 6L, 7L); }
