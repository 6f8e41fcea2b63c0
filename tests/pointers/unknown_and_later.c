/* aver: property=valid-memsafety expect=FALSE:valid-deref at=8 */
/* An unknown pointer leads to nothing that is allocated later. */
#include <stdlib.h>
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  int *q = malloc(sizeof *q);
  *p = 1;
  free(p);
  free(q);
  return 0;
}
