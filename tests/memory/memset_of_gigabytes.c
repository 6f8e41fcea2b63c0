/* aver: property=valid-deref expect=UNKNOWN reason="the replay needs too much memory" */
/* aver: property=valid-deref expect=FALSE at=12 args=-DSIZE=1000000 */
/* A violation behind more memory than a replay may have. */
#include <stdlib.h>
#include <string.h>
#ifndef SIZE
#define SIZE (8ul << 30)
#endif
int main(void) {
  char *p = malloc(SIZE);
  memset(p, 1, SIZE);
  return p[SIZE];
}
