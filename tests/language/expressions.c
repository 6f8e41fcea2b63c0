/* aver: property=assert expect=TRUE */
/* Extensions that old programs are full of. */
#include <assert.h>

#define KIND(x) _Generic((x), int: 1, long: 2, char *: 3, default: 4)

int main(void) {
  assert(KIND(1) == 1 && KIND(1L) == 2 && KIND("a") == 3 && KIND(1u) == 4);
  int a[10] = {[3] = 1, [7 ... 9] = 2};
  assert(a[8] == 2 && a[3] == 1 && a[0] == 0);
  int s = ({ int z = 5; z + 1; });
  assert(s == 6 && (s ?: 3) == 6 && __func__[0] == 'm');
  int k = 2;
  switch (k) {
  case 0 ... 3: k = 10; break;
  default: k = 11;
  }
  assert(k == 10 && ((int[]){4, 5, 6})[2] == 6);
  struct { int x, y; } point = {.y = 4};
  assert(point.x == 0 && point.y == 4);
  return 0;
}
