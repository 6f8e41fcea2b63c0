/* aver: property=assert expect=FALSE at=14 */
/* aver: property=assert expect=TRUE args="--undefined-functions=abort" */
/* aver: property=assert expect=FALSE args="--undefined-functions=havoc -DCHANGED" at=12 */
/* What a function without a body does can be chosen. */
#include <assert.h>

extern int unknown(int);
static int state = 1;

int main(void) {
  int x = unknown(1);
  assert(state == 1);
#ifndef CHANGED
  assert(x == 0);
#endif
  return 0;
}
