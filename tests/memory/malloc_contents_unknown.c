/* aver: property=assert expect=FALSE at=7 */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned char *p = malloc(2);
  assert(p[0] != 200 || p[1] != 100);
  free(p);
  return 0;
}
