/* One counter is twice as fast as the other. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned slow = 0, fast = 0;
  while (__VERIFIER_nondet_int()) {
    slow += 1;
    fast += 2;
#ifdef WRONG
    if (slow == 3)
      fast = 0;
#endif
    assert(fast == 2 * slow);
  }
  return 0;
}
