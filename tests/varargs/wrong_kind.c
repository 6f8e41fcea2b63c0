/* aver: property=valid-deref expect=FALSE at=8 */
/* A float is not where an integer is looked for. */
#include <stdarg.h>

static int first(int dummy, ...) {
  va_list list;
  va_start(list, dummy);
  int result = va_arg(list, int);
  va_end(list);
  return result;
}

int main(void) { return first(0, 1.0); }
