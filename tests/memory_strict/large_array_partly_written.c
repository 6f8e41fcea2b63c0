/* aver: property=no-uninitialised expect=TRUE */
/* aver: property=no-uninitialised expect=FALSE at=15 args=-DBEYOND=1 */
// A hundred elements, of which the first ten are written.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef BEYOND
#define BEYOND 0
#endif
int main(void) {
  long *cells = malloc(100 * sizeof *cells);
  for (int i = 0; i < 10; i++) cells[i] = i;
  unsigned at = __VERIFIER_nondet_uint();
  long x = 0;
  if (at < 10 + BEYOND)
    x = cells[at];
  free(cells);
  return x == 1;
}
