/* aver: property=valid-memtrack expect=TRUE */
// Only the parameter of the function that exits knows the object.
#include <stdlib.h>

static void finish(int *p) {
  p[0] = 1;
  exit(p[0]);
}

int main(void) { finish(malloc(sizeof(int))); }
