/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* Structs of all sizes as values: assigned, passed, returned, compared field by field, empty ones too. */
#include <assert.h>
struct empty {};
struct one { char c; };
struct mixed { float f; int i; double d; };
struct large { int a[20]; };
static struct mixed change(struct mixed m, struct one o, struct empty e) { m.i += o.c; m.f *= 2; return m; }
static struct large fill(int n) { struct large l; for (int i = 0; i < 20; i++) l.a[i] = n * i; return l; }
static struct one next(struct one o) { return (struct one){o.c + 1}; }

int main(void) {
  struct mixed m = {1.5f, 2, 2.5}, n = change(m, (struct one){3}, (struct empty){});
  struct large l = fill(2), copy = l;
  l.a[19] = 0;
  assert(m.i == 2 && n.i == 5 && n.f == 3 && n.d == 2.5 && copy.a[19] == 38 && fill(3).a[4] == 12);
  assert(next(next((struct one){1})).c == 3 && sizeof(struct empty) == 0);
  return 0;
}
