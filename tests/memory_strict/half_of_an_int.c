/* aver: property=no-uninitialised expect=FALSE at=9 */
// Two of four bytes were written.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  short *half = (short *)p;
  *half = 1;
  int x = *p;
  free(p);
  return x;
}
