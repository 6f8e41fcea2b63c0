/* A pointer that changes between two counters. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=19 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 0, b = 0, *p = &a;
  while (__VERIFIER_nondet_int()) {
    p = __VERIFIER_nondet_int() ? &a : &b;
#ifdef WRONG
    if (a < 10)
#else
    if (*p < 10)
#endif
      (*p)++;
    if (b > 20)
      break;
    assert(a <= 10 && b <= 10);
  }
  return 0;
}
