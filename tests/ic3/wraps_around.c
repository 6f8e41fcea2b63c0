/* Steps of two from an odd number: the largest one is followed by 1, so that the loop ends, after 50 rounds. */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=11 args="--engine ic3 -DWRONG" */
#include <assert.h>

int main(void) {
  unsigned x = 4294967295u - 100;
  while (x >= 10)
    x += 2;
#ifdef WRONG
  assert(x == 1 &&
         x % 2 == 0);
#else
  assert(x % 2 == 1);
#endif
  return 0;
}
