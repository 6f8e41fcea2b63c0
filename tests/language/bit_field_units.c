/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* aver: property=assert expect=FALSE at=22 args="-DWRONG" */
/* Bit-fields: signs, widths of zero, units, and neighbours that stay as they are. */
#include <assert.h>
struct fields { int s : 3; unsigned u : 3; int : 0; unsigned char c : 7; _Bool b : 1; unsigned long long wide : 50; };
extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct fields f = {0};
  int x = __VERIFIER_nondet_int();
  f.u = 5;
  f.c = 100;
  f.s = x;
  assert(f.s >= -4 && f.s <= 3 && ((f.s ^ x) & 7) == 0 && f.u == 5 && f.c == 100);
  f.u += 4;
  assert(f.u == 1 && f.s >= -4);
  f.wide = ~0ULL;
  f.wide++;
  assert(f.wide == 0 && f.c == 100 && f.b == 0);
#ifdef WRONG
  assert((f.s = x) == x);
#endif
  return 0;
}
