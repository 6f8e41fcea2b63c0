/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert expect=FALSE at=19 args="-DASSUMED" */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* Input may end before the values that a format wants. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  int a = 7;
  short b = 8;
  long long c = 9;
  int n = scanf("%d %hd,%lld", &a, &b, &c);
  assert(n >= EOF && n <= 3);
  if (n < 1)
    assert(a == 7);
  if (n < 3)
    assert(c == 9);
#ifdef ASSUMED
  assert(a == 7 || n == 3);
#endif
  return 0;
}
