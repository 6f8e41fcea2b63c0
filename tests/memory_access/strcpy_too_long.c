/* aver: property=valid-deref expect=FALSE at=11 */
/* aver: property=valid-deref expect=TRUE args=-DROOM=6 */
// There is no room for the final zero.
#include <stdlib.h>
#include <string.h>
#ifndef ROOM
#define ROOM 5
#endif
int main(void) {
  char *to = malloc(ROOM);
  strcpy(to, "hello");
  int c = to[4];
  free(to);
  return c;
}
