/* aver: property=assert expect=FALSE at=12 */
// What was stored through `p` is read back through `p`, unless something else wrote there.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[2] = {0}, b[2] = {0};
  int i = __VERIFIER_nondet_int() & 1;
  int *p = (__VERIFIER_nondet_int() ? a : b) + i;
  *p = 5;
  memset(a, 0, sizeof a);
  assert(*p == 5);
  return 0;
}
