/* aver: property=valid-memtrack expect=FALSE at=13 args=-DLOSE */
/* aver: property=valid-memtrack expect=TRUE */
/* What a parameter was given is lost when the parameter is overwritten, even while the function is active. */
#include <stdlib.h>
static void end(int *p) {
#ifdef LOSE
  p = 0;
#endif
  exit(p != 0);
}

int main(void) {
  end(malloc(4));
  return 0;
}
