/* Multiples of four stay multiples of four, whatever wraps around. */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=14 args="--engine ic3 -DWRONG" */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0, y = 8;
  while (__VERIFIER_nondet_uint()) {
    unsigned n = __VERIFIER_nondet_uint();
    x += 4 * n;
    y -= 12;
#ifdef WRONG
    assert(x + y != 4294967164u);
#else
    assert((x + y) % 4 == 0);
#endif
  }
  return 0;
}
