/* aver: property=assert expect=TRUE */
/* Every second number is counted: twice the count is the number, rounded up to an even one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int limit = __VERIFIER_nondet_int();
  if (limit < 0 || limit > 1000000) return 0;
  int even = 0;
  for (int i = 0; i < 2 * limit; i++)
    if (i % 2 == 0) even++;
  assert(even == limit);
  return 0;
}
