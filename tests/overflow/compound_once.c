/* aver: property=no-overflow,assert expect=TRUE */
/* A compound assignment evaluates its left side once. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3] = {10, 20, 30};
  int i = 0;
  int y = __VERIFIER_nondet_int();
  if (y < 0 || y > 1000) return 0;
  a[i++] += y;
  a[i++] -= y;
  assert(i == 2);
  assert(a[0] + a[1] == 30 && a[2] == 30);
  return 0;
}
