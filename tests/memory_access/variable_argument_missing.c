/* aver: property=valid-deref expect=FALSE at=10 */
// The function is told of more arguments than it gets.
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  while (count-- > 0)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

int main(void) { return sum(3, 1, 2); }
