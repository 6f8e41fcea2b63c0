/* Three counters of which each moves by an even number, and one that moves by the sum of two of them. */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=18 args="--engine ic3 -DWRONG" */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 1, y = 0, z = 0;
  while (__VERIFIER_nondet_uint()) {
    x += 2 * __VERIFIER_nondet_uint();
    y += 4 * __VERIFIER_nondet_uint();
#ifdef WRONG
    z += x + y;
#else
    z += x - 1 + y;
#endif
    assert(x % 2 == 1);
    assert(z % 2 == 0);
  }
  return 0;
}
