/* An unsigned counter that wraps is not bounded by where it started. */
/* aver: property=assert expect=FALSE at=12 */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char x = 250;
  while (__VERIFIER_nondet_int()) {
    x++;
    if (x == 100)
      break;
    assert(x >= 250);
  }
  return 0;
}
