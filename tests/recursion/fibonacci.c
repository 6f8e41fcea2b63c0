/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DMISTAKE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int fib(int n) {
  if (n < 2) return n;
  return fib(n - 1) + fib(n - 2);
}

int main(void) {
  assert(fib(10) == 55);
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6) return 0;
  assert(fib(n) <= 8);
#ifdef MISTAKE
  assert(fib(n) != 5);
#endif
  return 0;
}
