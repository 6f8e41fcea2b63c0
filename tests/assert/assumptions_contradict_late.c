/* aver: property=assert expect=UNKNOWN reason="the assumptions exclude every run" */
/* aver: property=assert expect=TRUE args="-DFINE" */
/* Assumptions that contradict each other after a loop. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  __VERIFIER_assume(n < 6);
  for (unsigned i = 0; i < n; i++) sum += i;
#ifdef FINE
  __VERIFIER_assume(sum == 10);
#else
  __VERIFIER_assume(sum == 11);
#endif
  assert(n == 5);
  return 0;
}
