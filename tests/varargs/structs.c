/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* Structs are passed in one or two registers of both kinds, or in memory. */
#include <assert.h>
#include <stdarg.h>

struct small { int a; char b; };
struct pair { long a, b; };
struct mixed { long a; double b; };
struct floats { float a, b, c; };
struct large { int a[9]; };

static void check(int dummy, ...) {
  va_list list;
  va_start(list, dummy);
  struct small s = va_arg(list, struct small);
  assert(s.a == 1 && s.b == 2);
  struct pair p = va_arg(list, struct pair);
  assert(p.a == 3 && p.b == 4);
  struct mixed m = va_arg(list, struct mixed);
  assert(m.a == 5 && m.b == 6.0);
  struct large l = va_arg(list, struct large);
  assert(l.a[0] == 7 && l.a[8] == 8);
  struct floats f = va_arg(list, struct floats);
  assert(f.a == 9.0f && f.c == 10.0f);
  p = va_arg(list, struct pair);
  assert(p.a == 11 && p.b == 12);
  assert(va_arg(list, int) == 13);
  va_end(list);
}

int main(void) {
  struct small s = {1, 2};
  struct pair p = {3, 4}, q = {11, 12};
  struct mixed m = {5, 6.0};
  struct large l = {{7, [8] = 8}};
  struct floats f = {9.0f, 0.0f, 10.0f};
  check(0, s, p, m, l, f, q, 13);
  return 0;
}
