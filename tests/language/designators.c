/* aver: property=assert expect=TRUE */
/* Designated initialisers: in any order, over ranges, nested, later ones win; the rest is zero. */
#include <assert.h>
struct point { int x, y; };
struct shape { char kind; struct point at[3]; union { int i; char c[4]; } u; };

int main(void) {
  int a[6] = {[3] = 29, [0] = 15, 2}, range[8] = {[2 ... 5] = 7, [4] = 1};
  struct shape s = {.at[1].y = 4, .kind = 'k', .at = {[2] = {.y = 6, .x = 5}}, .u.c = {1, 0, 2}};
  assert(a[3] == 29 && a[0] == 15 && a[1] == 2 && a[2] == 0 && a[5] == 0);
  assert(range[1] == 0 && range[2] == 7 && range[4] == 1 && range[5] == 7 && range[6] == 0);
  assert(s.kind == 'k' && s.at[1].y == 0 && s.at[2].x == 5 && s.at[2].y == 6 && s.u.i == 0x20001);
  char exact[3] = "abc", longer[5] = "ab";
  assert(exact[2] == 'c' && longer[2] == 0 && longer[4] == 0);
  return 0;
}
