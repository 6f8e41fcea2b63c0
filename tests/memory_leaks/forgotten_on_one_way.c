/* aver: property=valid-memtrack expect=FALSE at=8 */
/* aver: property=valid-memcleanup expect=FALSE at=8 */
// The early return forgets to free.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *buffer = malloc(10);
  if (__VERIFIER_nondet_int() > 100) return 1;
  free(buffer);
  return 0;
}
