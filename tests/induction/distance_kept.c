/* Two numbers keep their distance. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=19 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > -1000 && a < 1000);
  int b = a + 5;
  while (b < 100000 && __VERIFIER_nondet_int()) {
    a++;
    b++;
#ifdef WRONG
    if (a == 3)
      b++;
#endif
    assert(b - a == 5);
  }
  return 0;
}
