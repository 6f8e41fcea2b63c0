/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args=-DSHIFT=1 */
// An eight-byte access fits the end of the object, or reaches behind it by one byte.
#include <stdlib.h>
#include <string.h>
#ifndef SHIFT
#define SHIFT 0
#endif

int main(void) {
  char *p = calloc(16, 1);
  long long *end = (long long *)(p + 8 + SHIFT);
  *end = 5;
  free(p);
  return 0;
}
