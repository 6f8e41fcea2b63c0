/* aver: property=valid-free expect=FALSE at=7 */
#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  p++;
  free(p);
  return 0;
}
