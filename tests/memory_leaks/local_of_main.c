/* aver: property=valid-memtrack expect=FALSE at=6 */
// When `main` returns, its variables are gone, and so is the only pointer.
#include <stdlib.h>

int main(void) {
  int *p = malloc(4);
  *p = 7;
  return 0;
}
