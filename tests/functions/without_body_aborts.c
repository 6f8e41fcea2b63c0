/* aver: property=assert expect=FALSE at=17 */
/* aver: property=assert expect=TRUE args="--undefined-functions=abort" */
/* aver: property=assert expect=FALSE args="--undefined-functions=havoc -DCHANGED" at=15 */
/* aver: property=assert expect=UNKNOWN args="-DCHANGED" reason="depends on what `get`" */
/* aver: property=assert expect=TRUE args="--undefined-functions=unknown-result -DCHANGED" */
/* What a function without a body does can be chosen. */
#include <assert.h>

extern int get(int);
int state = 1;

int main(void) {
  int x = get(1);
#ifdef CHANGED
  assert(state == 1);
#else
  assert(x == 0);
#endif
  return 0;
}
