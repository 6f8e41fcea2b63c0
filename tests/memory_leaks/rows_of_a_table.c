/* aver: property=valid-memsafety expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=16 args=-DONLY=2 */
// With three rows, one too few is freed.
#include <stdlib.h>
#ifndef ONLY
#define ONLY 3
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3)
    return 0;
  int **rows = malloc(n * sizeof(int *));
  for (int i = 0; i < n; i++)
    // Each of them.
    rows[i] = calloc(n, sizeof(int));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      rows[i][j] = i * j;
  for (int i = 0; i < n && i < ONLY; i++)
    free(rows[i]);
  free(rows);
  return 0;
}
