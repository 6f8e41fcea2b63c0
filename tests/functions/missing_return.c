/* aver: property=assert expect=FALSE at=13 */
/* The value of a function that ends without return is unknown. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
}

int main(void) {
  int s = sign(__VERIFIER_nondet_int());
  assert(s == 1 || s == -1);
  return 0;
}
