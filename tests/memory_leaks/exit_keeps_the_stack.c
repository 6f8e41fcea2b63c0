/* aver: property=valid-memtrack expect=TRUE */
/* aver: property=valid-memcleanup expect=FALSE at=11 */
/* aver: property=valid-memcleanup expect=FALSE at=11 args=-DHOW=abort() */
// `exit` and `abort` do not return, so variables of active functions are still there.
#include <stdlib.h>
#ifndef HOW
#define HOW exit(0)
#endif

static void work(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  HOW;
}

int main(void) {
  work();
  return 0;
}
