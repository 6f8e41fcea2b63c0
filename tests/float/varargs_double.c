/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
// Floats become doubles when they are passed without a prototype.
#include <assert.h>
#include <stdarg.h>

static double sum(int count, ...) {
  va_list list;
  va_start(list, count);
  double total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, double);
  va_end(list);
  return total;
}

int main(void) {
  float f = 0.5f;
  assert(sum(3, f, 1.25, 2.0f) == 3.75);
  return 0;
}
