/* aver: property=assert expect=TRUE */
/* Precedence, side effects in order, the comma, conditions that leave out their middle. */
#include <assert.h>

static int calls;
static int next(int x) { calls++; return x; }

int main(void) {
  int x = 3, a[4] = {1, 2, 3, 4}, *p = a;
  assert(1 + 2 * 3 - 4 / 2 == 5 && (1 | 2 ^ 3 & 2) == 1 && 1 << 2 + 1 == 8 && !0 == 1 && -1 < 0 == 1);
  assert((x = 5, x + 1) == 6 && (x += x -= 2) == 6);
  assert(*p++ == 1 && *++p == 3 && (*p)-- == 3 && --*p == 1 && p[-1]++ == 2);
  assert((next(0) ?: 7) == 7 && (next(4) ?: 7) == 4 && calls == 2);
  assert((next(0) && next(1)) == 0 && calls == 3 && (next(1) || next(1)) == 1 && calls == 4);
  return 0;
}
