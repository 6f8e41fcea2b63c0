/* aver: property=assert expect=UNKNOWN reason="the assumptions exclude every run" */
/* aver: property=assert expect=TRUE args="--allow-vacuous" */
/* No run gets past contradicting assumptions. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  __VERIFIER_assume(x < 5);
  assert(0);
  return 0;
}
