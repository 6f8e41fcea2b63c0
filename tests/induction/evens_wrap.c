/* Steps of two wrap around to zero, which is even and ends the loop. */
/* aver: property=assert expect=FALSE at=8 args="-DSTART=4294967194u" */
#include <assert.h>
int main(void) {
  unsigned x = START;
  while (x >= 10)
    x += 2;
  assert(x % 2);
  return 0;
}
