/* aver: property=assert,valid-deref expect=TRUE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void swap(int **a, int **b) {
  int *t = *a;
  *a = *b;
  *b = t;
}

int main(void) {
  int x = 1, y = 2;
  int *p = &x, *q = &y;
  int **table[2] = {&p, &q};
  if (__VERIFIER_nondet_int()) swap(&p, &q);
  **table[0] = 5;
  assert(*p == 5 && (x == 5) != (y == 5));
  return 0;
}
