/* aver: property=assert expect=FALSE at=13 */
// One of the variables that `p` may point to is changed by its name, elsewhere.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int global;
static void set(void) { global = 9; }
int main(void) {
  int local = 0;
  int *p = __VERIFIER_nondet_int() ? &global : &local;
  *p = 5;
  assert(*p == 5);
  set();
  assert(*p == 5);
  return 0;
}
