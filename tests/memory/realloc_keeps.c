/* aver: property=assert,valid-deref,valid-free expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=12 args=-DSHRINK */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 10;
  p[1] = 20;
#ifdef SHRINK
  p = realloc(p, 1 * sizeof *p);
  return p[1];
#else
  p = realloc(p, 8 * sizeof *p);
  assert(p[0] == 10 && p[1] == 20);
  p[7] = 80;
  assert(p[0] + p[1] + p[7] == 110);
  free(p);
  return 0;
#endif
}
