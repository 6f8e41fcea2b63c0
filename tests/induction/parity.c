/* Two checks that only together are inductive. */
/* aver: property=assert expect=TRUE args="--engine k-induction" */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned even = 0, odd = 1;
  while (__VERIFIER_nondet_int()) {
    unsigned next = odd + 1;
#ifdef WRONG
    if (next == 6)
      next = 7;
#endif
    odd = next + 1;
    assert(next % 2 == 0);
    even = next;
  }
  assert(even % 2 == 0);
  return 0;
}
