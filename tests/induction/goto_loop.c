/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
/* A loop made of jumps, entered in its middle. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  if (__VERIFIER_nondet_int())
    goto middle;
top:
  x = x < 50 ? x + 1 : 0;
middle:
#ifdef WRONG
  if (x == 4)
    x = 60;
#endif
  assert(x <= 50);
  if (__VERIFIER_nondet_int())
    goto top;
  return 0;
}
