/* aver: property=valid-free expect=FALSE at=9 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int local = 0;
  int *p = __VERIFIER_nondet_int() ? &local : malloc(sizeof *p);
  *p = 3;
  free(p);
  return local;
}
