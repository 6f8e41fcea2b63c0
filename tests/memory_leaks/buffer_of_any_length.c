/* aver: property=valid-memsafety,valid-memcleanup expect=TRUE */
/* aver: property=valid-memcleanup expect=FALSE at=11 args=-DKEEP */
/* aver: property=valid-memtrack expect=FALSE at=11 args=-DKEEP */
/* A buffer whose length is not known is filled, read and freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *a = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) a[i] = i;
  long sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] & 1;
#ifndef KEEP
  free(a);
#endif
  return sum > 3;
}
