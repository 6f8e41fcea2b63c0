/* aver: property=valid-deref expect=FALSE at=15 */
/* aver: property=valid-deref expect=TRUE args=-DKEEP */
// Whether the callee frees depends on its argument.
#include <stdlib.h>

static void consume(char *p, int last) {
  p[0] = 1;
  if (last) free(p);
}

int main(void) {
  char *p = malloc(2);
#ifndef KEEP
  consume(p, 1);
  p[1] = 2;
#else
  consume(p, 0);
  p[1] = 2;
  free(p);
#endif
  return 0;
}
