/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* Integers of all sizes, pointers, and the bits of floats, in any order. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

static void check(int dummy, ...) {
  va_list list;
  va_start(list, dummy);
  assert(va_arg(list, int) == -1);
  assert(va_arg(list, long long) == 1LL << 40);
  double d = va_arg(list, double);
  unsigned long long bits;
  memcpy(&bits, &d, sizeof bits);
  assert(bits == 0x3ff8000000000000);
  const char *text = va_arg(list, const char *);
  assert(text[1] == 'i');
  assert(va_arg(list, unsigned) == 4000000000u);
  long double x = va_arg(list, long double);
  unsigned char bytes[sizeof x];
  memcpy(bytes, &x, sizeof x);
  assert(bytes[9] == 0x40 && bytes[7] == 0x80);
  assert(va_arg(list, int) == 'c');
  va_end(list);
}

int main(void) {
  char c = 'c';
  check(0, -1, 1LL << 40, 1.5, "hi", 4000000000u, 2.0L, c);
  return 0;
}
