/* aver: property=assert expect=FALSE at=13 */
/* aver: property=assert expect=TRUE args="--undefined-functions=abort" */
/* aver: property=assert expect=UNKNOWN args="--undefined-functions=havoc" reason="changes memory" */
/* What a function without a body does can be chosen. */
#include <assert.h>

extern int unknown(int);
static int state = 1;

int main(void) {
  int x = unknown(1);
  assert(state == 1);
  assert(x == 0);
  return 0;
}
