/* A flag says whether the counter is odd. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned n = 0;
  _Bool odd = 0;
  while (__VERIFIER_nondet_int()) {
    n++;
    odd = !odd;
#ifdef WRONG
    if (n == 4)
      odd = 1;
#endif
    assert(odd == (n & 1));
  }
  return 0;
}
