/* aver: property=assert expect=UNKNOWN reason="makes up" args="--memory objects" */
/* aver: property=assert expect=FALSE at=10 */
/* An address that the program makes up may be that of an object. */
#include <assert.h>

static int object;

int main(void) {
  int *p = (int *)0x55a8a2e6b004;
  assert(p != &object);
  return 0;
}
