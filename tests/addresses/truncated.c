/* aver: property=array-bounds,valid-deref,unreach-call expect=TRUE */
/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects -DLOOK" */
/* aver: property=unreach-call expect=FALSE at=19 args="-DLOOK" */
/* A part of an address is some number: a table that is indexed by a digest of it is indexed inside of its bounds. */
#include <stdint.h>
extern void reach_error(void);
static int table[16];

static unsigned digest(const void *p) {
  unsigned low = (unsigned)(uintptr_t)p;
  return (low >> 4 ^ low >> 9) & 15;
}

int main(void) {
  int x = 0, y = 0;
  table[digest(&x)]++;
  table[digest(&y)]++;
#ifdef LOOK
  if (table[3] == 2) reach_error();
#endif
  return 0;
}
