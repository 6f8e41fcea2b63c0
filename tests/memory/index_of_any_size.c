/* aver: property=valid-deref,assert expect=TRUE */
/* aver: property=valid-deref,assert expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=20 args="-DWRONG" */
/* aver: property=valid-deref expect=FALSE at=20 data-model=ILP32 args="-DWRONG" */
/* Unknown indices, checked by the program before they are used. */
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
static int grid[3][5];

int main(void) {
  unsigned long i = __VERIFIER_nondet_ulong();
  int j = __VERIFIER_nondet_int();
#ifdef WRONG
  if (i > 3 || j < 0 || j >= 5)
#else
  if (i >= 3 || j < 0 || j >= 5)
#endif
    return 0;
  grid[i][j] = 7;
  int *end = &grid[2][5];
  assert(end[-1] == 0 || end[-1] == 7);
  return 0;
}
