/* aver: property=assert expect=UNKNOWN reason="was cut off at bound 3" args="--unwindset main.2:3" */
/* aver: property=assert expect=FALSE at=15 args="--unwindset main.2:5" */
/* aver: property=assert expect=FALSE at=15 args="--unwindset 13:5" */
/* Loops are numbered as by CBMC, an inner one before the one around it; a bound for one makes the answer bounded. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned i = 0; i < 2; i++) {
    sum += i;
  }
  unsigned j;
  for (j = 0; j < n; j++)
    for (unsigned k = 0; k < 2; k++) sum = sum * 3 + j;
  assert(j != 4);
  return 0;
}
