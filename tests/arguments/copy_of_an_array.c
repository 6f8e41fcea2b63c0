/* aver: property=valid-deref expect=TRUE args="--function copy --args-size to=n,from=n -DSMALL" */
/* aver: property=valid-deref expect=TRUE args="--function copy --args-size to=n,from=n --args distinct" */
/* aver: property=assert expect=FALSE at=14 args="--function copy --args-size to=n,from=n" */
/* aver: property=assert expect=TRUE args="--function copy --args-size to=n,from=n --args distinct --unwind 6 -DSMALL" */
/* Copying forwards is right unless the target lies in front of what is still to be read: here the regions may overlap. */
#include <assert.h>

void copy(int *to, const int *from, unsigned n) {
#ifdef SMALL
  if (n > 4) return;
#endif
  int first = n ? from[0] : 0;
  for (unsigned i = 0; i < n; i++) to[i] = from[i];
  if (n > 1) assert(from[1] != first || to[1] == first);
}
