/* An inner loop that sets the outer counter back. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0;
  while (i < 100) {
    i++;
    while (i > 0 && __VERIFIER_nondet_int())
      i--;
    if (__VERIFIER_nondet_int())
      break;
#ifdef WRONG
    assert(i > 0);
#else
    assert(i >= 0 && i <= 100);
#endif
  }
  return 0;
}
