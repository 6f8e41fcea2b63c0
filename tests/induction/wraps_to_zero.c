/* An unsigned byte wraps to zero and goes on. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char x = 0;
  unsigned wraps = 0;
  while (__VERIFIER_nondet_int()) {
    x += 16;
    if (x == 0)
      wraps++;
#ifdef WRONG
    assert(x != 128);
#else
    assert(x % 16 == 0);
#endif
  }
  return 0;
}
