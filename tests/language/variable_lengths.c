/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=19 args="-DESCAPES" */
/* An array of variable length dies with its block. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), *kept = 0;
  if (n < 1 || n > 4)
    return 0;
  for (int i = 1; i <= n; i++) {
    int row[i];
    row[i - 1] = i;
    kept = row;
    assert(sizeof row == i * sizeof(int) && kept[i - 1] == i);
  }
#ifdef ESCAPES
  return kept[0];
#endif
  int square[n][n];
  square[n - 1][n - 1] = 1;
  return 0;
}
