/* aver: property=valid-deref expect=FALSE at=11 */
// One of two pointers to the same object is freed, the other one is used.
#include <stdlib.h>

int main(void) {
  struct { int *a, *b; } both;
  both.a = malloc(sizeof(int));
  both.b = both.a;
  *both.b = 4;
  free(both.a);
  return *both.b;
}
