/* aver: property=termination expect=UNKNOWN reason="`sin`" args="--unwind 4" */
/* What the sine is, is known only approximately. */
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  unsigned long sum = 0;
  while (sin(__VERIFIER_nondet_double()) < 0.5) {
    sum++;
  }
  return 0;
}
