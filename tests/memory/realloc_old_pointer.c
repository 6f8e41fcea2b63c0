/* aver: property=valid-deref expect=FALSE at=10 */
/* After realloc the old pointer is dead. */
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  p[0] = 'a';
  char *q = realloc(p, 400);
  q[0] = 'b';
  return p[0];
}
