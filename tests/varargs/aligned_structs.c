/* aver: property=assert,valid-deref expect=TRUE */
/* Structs that are aligned to more than a register, behind arguments that leave the area unaligned. */
#include <assert.h>
#include <stdarg.h>

struct aligned { _Alignas(32) long a; long b[5]; };
struct pair { _Alignas(16) long a; long b; };

static void check(int dummy, ...) {
  va_list list;
  va_start(list, dummy);
  for (int i = 1; i <= 6; i++)
    assert(va_arg(list, int) == i);
  struct aligned x = va_arg(list, struct aligned);
  assert(x.a == 7 && x.b[4] == 8);
  assert(va_arg(list, int) == 9);
  struct pair y = va_arg(list, struct pair);
  assert(y.a == 10 && y.b == 11);
  __int128 z = va_arg(list, __int128);
  assert(z == (__int128)1 << 100);
  assert(va_arg(list, int) == 12);
  va_end(list);
}

int main(void) {
  struct aligned x = {7, {[4] = 8}};
  struct pair y = {10, 11};
  check(0, 1, 2, 3, 4, 5, 6, x, 9, y, (__int128)1 << 100, 12);
  return 0;
}
