/* aver: property=valid-deref expect=FALSE at=11 */
/* An access at a constant distance in front of an object whose size is not known. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100) return 0;
  char *p = malloc(n + 5);
  if (!p) return 0;
  long v = *(long *)(p - 4);
  free(p);
  return v != 0;
}
