/* aver: property=no-pointer-overflow,no-uninitialised expect=TRUE */
/* aver: property=no-pointer-overflow,no-uninitialised expect=TRUE data-model=ILP32 */
// How arguments are fetched is the compiler's business, not the program's.
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  while (count-- > 0) total += va_arg(list, int);
  va_end(list);
  return total;
}

int main(void) { return sum(8, 1, 2, 3, 4, 5, 6, 7, 8); }
