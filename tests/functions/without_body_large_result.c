/* aver: property=assert expect=FALSE at=11 */
/* aver: property=assert expect=TRUE args="-DFINE" */
/* A struct that a function without a body returns has unknown members, be it returned in registers or in memory. */
#include <assert.h>
struct large { long parts[6]; };
extern struct large get(void);

int main(void) {
  struct large x = get();
#ifndef FINE
  assert(x.parts[3] != 17);
#endif
  long same = x.parts[2];
  assert(same == x.parts[2]);
  return 0;
}
