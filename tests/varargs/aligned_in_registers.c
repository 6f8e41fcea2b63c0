/* aver: property=assert,valid-deref expect=TRUE */
/* In registers, alignment does not matter. */
#include <assert.h>
#include <stdarg.h>

struct pair { _Alignas(16) long a; long b; };

static void check(int dummy, ...) {
  va_list list;
  va_start(list, dummy);
  assert(va_arg(list, int) == 1);
  struct pair y = va_arg(list, struct pair);
  assert(y.a == 10 && y.b == 11);
  __int128 z = va_arg(list, __int128);
  assert(z == -5);
  va_end(list);
}

int main(void) {
  struct pair y = {10, 11};
  check(0, 1, y, (__int128)-5);
  return 0;
}
