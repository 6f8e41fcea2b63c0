/* aver: property=assert expect=TRUE */
/* Pointers into one array are ordered; different objects are at different places. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[8], other;
  unsigned i = __VERIFIER_nondet_uint() % 9, j = __VERIFIER_nondet_uint() % 9;
  int *p = a + i, *q = a + j;
  assert((p < q) == (i < j));
  assert((p == q) == (i == j));
  assert(p - q == (int)i - (int)j);
  assert(&other != 0);
  if (i < 8) assert(p != &other);
  return 0;
}
