/* aver: property=valid-free expect=FALSE at=8 */
// What `alloca` gives goes by itself.
#include <alloca.h>
#include <stdlib.h>

int main(void) {
  char *p = alloca(5);
  free(p);
  return 0;
}
