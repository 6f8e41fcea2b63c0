/* What one loses the other gains. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int left = 1000, right = 0;
  while (left > 0 && __VERIFIER_nondet_int()) {
    left--;
    right++;
#ifdef WRONG
    if (right == 4)
      right = 0;
#endif
    assert(left + right == 1000);
  }
  return 0;
}
