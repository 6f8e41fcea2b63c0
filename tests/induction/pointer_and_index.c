/* aver: property=assert,valid-deref expect=TRUE */
/* A pointer and an index walk through an array together. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int cells[1000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  int *p = cells;
  int i = 0;
  while (i < n) {
    *p = i;
    assert(p == &cells[i]);
    p++;
    i++;
  }
  assert(p - cells == n);
  return 0;
}
