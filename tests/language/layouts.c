/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* Packed, aligned, with bit-fields, with a flexible end. */
#include <assert.h>
#include <stddef.h>

struct __attribute__((packed)) packed { char c; int i; };
struct bits { int a : 3; unsigned b : 5; long long c : 40; _Bool d : 1; };
struct flexible { int n; int a[]; };
static struct flexible two = {2, {7, 8}};
static struct bits change(struct bits b) { b.a--; return b; }
static int inside(struct packed p) { return p.i; }

int main(void) {
  struct packed p = {1, 0x1020304};
  assert(sizeof p == 5 && offsetof(struct packed, i) == 1 && inside(p) == 0x1020304);
  struct bits b = {3, 31, 1LL << 38, 1};
  b = change(b);
  assert(b.a == 2 && b.b == 31 && b.c == 1LL << 38 && b.d);
  assert(two.a[1] == 8);
  _Alignas(64) char aligned;
  assert(_Alignof(double) >= 4 && &aligned != 0);
  return 0;
}
