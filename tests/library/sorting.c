/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_int();
  int first = a[0];
  qsort(a, 4, sizeof a[0], compare);
  assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
  int *found = bsearch(&first, a, 4, sizeof a[0], compare);
  assert(found != 0 && *found == first);
  return 0;
}
