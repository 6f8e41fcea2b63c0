/* Flags that are set and cleared within a mask. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned flags = 0;
  while (__VERIFIER_nondet_uint()) {
    unsigned bit = 1u << (__VERIFIER_nondet_uint() & 3);
    if (__VERIFIER_nondet_uint())
      flags |= bit;
    else
      flags &= ~bit;
#ifdef WRONG
    assert(flags < 8);
#else
    assert((flags & ~0xfu) == 0);
#endif
  }
  return 0;
}
