/* Steps of two wrap around to zero, which is even and ends the loop; from 10 that takes 2^31 of them. */
/* aver: property=assert expect=FALSE at=10 args="-DSTART=4294967194u" */
/* aver: property=assert expect=FALSE at=10 args="-DSTART=10" */
/* aver: property=assert expect=TRUE args="-DSTART=11" */
#include <assert.h>
int main(void) {
  unsigned x = START;
  while (x >= 10)
    x += 2;
  assert(x % 2);
  return 0;
}
