/* aver: property=valid-free expect=FALSE at=9 */
// Only one way sets the pointer.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *p;
  if (__VERIFIER_nondet_int()) p = malloc(4);
  free(p);
  return 0;
}
