/* aver: property=assert expect=UNKNOWN reason="away from its object" */
/* aver: property=assert expect=TRUE args="-DDISTANCE=1000" */
/* aver: property=assert expect=UNKNOWN reason="away from its object" data-model=ILP32 args="-DDISTANCE=600000" */
/* An address far from its object that is not used for an access right away is not followed. */
#include <assert.h>
#ifndef DISTANCE
#define DISTANCE (1L << 50)
#endif

int main(void) {
  char a[8];
  long far = DISTANCE;
  char *p = a + far;
  assert(p != a);
  return 0;
}
