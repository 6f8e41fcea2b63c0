/* aver: property=valid-deref expect=FALSE at=7 */
// Ten bytes were wanted to be ten ints.
#include <stdlib.h>

int main(void) {
  int *p = malloc(10);
  for (int i = 0; i < 10; i++) p[i] = i;
  free(p);
  return 0;
}
