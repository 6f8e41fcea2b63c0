/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects -DORDER" */
/* aver: property=unreach-call expect=FALSE at=16 args="-DORDER" */
/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects -DDISTANCE" */
/* aver: property=unreach-call expect=FALSE at=18 args="-DDISTANCE" */
/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects -DDIGEST" */
/* aver: property=unreach-call expect=FALSE at=21 args="-DDIGEST" */
/* aver: property=unreach-call expect=TRUE args="-DEQUAL" */
/* Order and distance of objects by their addresses as numbers, and digests of these, depend on where they lie. */
#include <stdint.h>
extern void reach_error(void);
static int a, b;

int main(void) {
  uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b;
#ifdef ORDER
  if (x > y) reach_error();
#elif defined DISTANCE
  if (y - x == sizeof a) reach_error();
#elif defined DIGEST
  unsigned hash = (unsigned)(x ^ (y >> 3)) * 2654435761u;
  if (hash == 1) reach_error();
#else
  if (x == y) reach_error();
#endif
  return 0;
}
