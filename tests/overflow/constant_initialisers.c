/* aver: property=no-overflow expect=FALSE at=19 args=-DCASE=1 */
/* aver: property=no-overflow expect=FALSE at=22 args=-DCASE=2 */
/* aver: property=no-overflow expect=FALSE at=25 args=-DCASE=3 */
/* aver: property=no-overflow expect=FALSE at=27 args=-DCASE=4 */
/* aver: property=no-overflow expect=FALSE at=29 args=-DCASE=5 */
/* aver: property=no-shift-error expect=FALSE at=31 args=-DCASE=6 */
/* aver: property=no-float-cast-overflow expect=FALSE at=33 args=-DCASE=7 */
/* aver: property=no-float-cast-overflow expect=FALSE at=35 args=-DCASE=8 */
/* aver: property=no-unsigned-overflow expect=FALSE at=37 args=-DCASE=9 */
/* aver: property=assert,no-overflow,no-unsigned-overflow,no-shift-error,no-float-cast-overflow expect=TRUE args=-DCASE=10 */

/* clang evaluates initial values of arrays and structs, and arguments of its own functions, and has no check of them. */
#include <assert.h>

#define BIG 2147483647
int main(void) {
#if CASE == 1
  int a[4] = {1, 2,
    BIG + 1, 4};
#elif CASE == 2
  struct { int x, y; } s = {
    .y = -BIG - 2
  };
#elif CASE == 3
  const int table[100] = {1 << 31};
#elif CASE == 4
  if (__builtin_expect(BIG + 1, 1)) return 0;
#elif CASE == 5
  return __builtin_popcount(-(-BIG - 1));
#elif CASE == 6
  return __builtin_expect(1 << 40, 1);
#elif CASE == 7
  int a[2] = {1e10, 3};
#elif CASE == 8
  return __builtin_expect((int)-1e10f, 1);
#elif CASE == 9
  unsigned a[2] = {BIG * 4u, 3};
#elif CASE == 10
  /* What a run does not evaluate: C demands constants here, or does not look at values. */
  static int kept = 1 ? 3 : BIG + 1;
  enum { LARGE = 3u - 4u + 5 };
  char sized[3u - 4u + 5];
  int a[4] = {0 ? 1 << 31 : 2, BIG, 1 << 30, (int)2e9};
  struct { unsigned bits : 3u - 4u + 5; } s = {3};
  assert(sizeof(1 << 31) == 4 && sizeof sized == 4 && LARGE == 4);
  assert(_Generic(1 << 31, int: 1, default: 2) == 1);
  assert(__builtin_constant_p(1 << 31));
  assert(__builtin_choose_expr(3u - 4u, 1, BIG + 1) == 1);
  assert(__builtin_offsetof(struct { char a[9]; }, a[3u - 4u + 5]) == 4);
  switch (a[0]) {
  case 3u - 4u + 3: break;
  default: assert(0);
  }
  assert(kept == 3 && a[3] == 2000000000 && s.bits == 3);
#endif
  return 0;
}
