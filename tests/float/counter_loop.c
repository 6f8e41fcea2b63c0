/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args="-DSTEP=0.01f" */
// A float as a loop counter: fine for steps that are exact.
#include <assert.h>
#ifndef STEP
#define STEP 0.125f
#endif

int main(void) {
  int rounds = 0;
  for (float x = 0; x < 1.0f; x += STEP)
    rounds++;
  assert(rounds == (int)(1.0f / STEP));
  return 0;
}
