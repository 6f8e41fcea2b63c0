/* aver: property=assert expect=TRUE args="-std=c89" */
/* aver: property=assert expect=TRUE args="-std=c89" data-model=ILP32 */
/* C as it was: types that are left out, functions that are not declared, parameters behind the list. */
#include <assert.h>
counter = 4;
sum(a, b)
  int a;
  short b;
{
  return a + b;
}
main() {
  register i;
  auto total = 0;
  for (i = 0; i < 3; i++)
    total = sum(total, (short)i);
  assert(total == 3 && counter == 4 && later(5) == 6);
  return 0;
}
later(x) { return x + 1; }
