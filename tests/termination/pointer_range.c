/* aver: property=termination expect=TRUE */
/* From the start of an array to its end. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 1;
  for (int *p = a, *end = a + n; p != end; p++) *p = 0;
  return 0;
}
