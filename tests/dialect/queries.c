/* aver: property=valid-query expect=TRUE */
/* aver: property=valid-query expect=FALSE at=10 args=-DDEAD */
/* A question about an object that is gone. */
#include <stdlib.h>
int main(void) {
  char *p = malloc(3), *null = 0;
  int known = __CPROVER_r_ok(p, 3) + __CPROVER_r_ok(null, 1) + __CPROVER_r_ok(p + 3, 1);
  free(p);
#ifdef DEAD
  known += __CPROVER_r_ok(p, 1);
#endif
  return known;
}
