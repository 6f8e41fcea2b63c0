/* aver: property=assert expect=TRUE */
// An end is compared with what lies in the same array, with the inside of another one, and with what is allocated.
#include <assert.h>
#include <stdlib.h>
int a[2], b[2];
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 3;
  int *p = a + n, sum = 0;
  for (int *q = a; q != p; q++)
    sum++;
  assert(sum == (int)n);
  assert(a + n != &b[1] && a + 1 != b + n && b + 2 != NULL);
  int *heap = malloc(8);
  if (heap == NULL)
    return 0;
  assert(heap + n != a && a + n != heap);
  free(heap);
  return 0;
}
