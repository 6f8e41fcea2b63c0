/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args="-DALL" */
// Not every int is a float; every int is a double.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  assert((int)(double)i == i);
#ifndef ALL
  if (i < -16777216 || i > 16777216)
    return 0;
#endif
  float f = (float)i;
  assert((double)f == (double)i);
  return 0;
}
