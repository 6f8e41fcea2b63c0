/* aver: property=valid-free expect=FALSE at=8 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = malloc(8);
  if (__VERIFIER_nondet_int() == 42) free(p);
  free(p);
  return 0;
}
