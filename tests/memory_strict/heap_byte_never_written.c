/* aver: property=no-uninitialised expect=FALSE at=9 */
/* aver: property=no-uninitialised expect=TRUE args=-DALLOCATE(n)=calloc(n,1) */
#include <stdlib.h>
#ifndef ALLOCATE
#define ALLOCATE(n) malloc(n)
#endif
static int last(char *p) {
  p[0] = 'a';
  return p[1];
}

int main(void) {
  char *p = ALLOCATE(2);
  int c = last(p);
  free(p);
  return c;
}
