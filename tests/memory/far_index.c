/* aver: property=valid-deref expect=FALSE at=16 args="-DINDEX=0x4000000000UL" */
/* aver: property=valid-deref expect=FALSE at=16 args="-DINDEX=0x4000000000000000UL" */
/* aver: property=valid-deref expect=FALSE at=16 args="-DINDEX=-0x4000000000L" */
/* aver: property=valid-deref expect=FALSE at=16 data-model=ILP32 args="-DINDEX=262144" */
/* aver: property=valid-deref expect=FALSE at=16 data-model=ILP32 args="-DINDEX=0x40000000" */
/* aver: property=valid-deref expect=TRUE args="-DINDEX=3" */
/* aver: property=valid-deref expect=TRUE data-model=ILP32 args="-DINDEX=3" */
/* An index so large that its offset wraps around, or ends in another object, is an invalid access all the same. */
#include <stdlib.h>
int a[4], b[4];

int main(void) {
  int *p = malloc(16), *q = malloc(16);
  long i = INDEX;
  q[0] = b[0];
  a[i] = p[i] = 1;
  return q[0];
}
