/* A counter of a byte is promoted to int before it is compared, and wraps when it is stored. */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=13 args="--engine ic3 -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char count = 250;
  while (__VERIFIER_nondet_int()) {
    int next = count + 1;
    count = next;
#ifdef WRONG
    assert(count == next);
#else
    assert(count == next || (count == 0 && next == 256));
#endif
  }
  return 0;
}
