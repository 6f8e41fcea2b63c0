/* aver: property=assert expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=20 args=-DCASE=1 */
/* aver: property=array-bounds expect=FALSE at=20 args=-DCASE=1 */
/* aver: property=array-bounds expect=FALSE at=22 args=-DCASE=2 */
/* aver: property=valid-deref expect=FALSE at=24 args=-DCASE=3 */
/* aver: property=array-bounds expect=FALSE at=24 args=-DCASE=3 */
/* aver: property=assert expect=UNKNOWN reason="division by zero" args=-DCASE=4 */
/* aver: property=valid-deref,array-bounds expect=TRUE */
/* Some lanes of a literal are constants. A subscript names a lane. */
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  v4 v = {1, x, 2, y};
  v4 w = {x, 5};
  assert(v[0] == 1 && v[1] == x && v[2] == 2 && v[3] == y && w[0] == x && w[1] == 5 && w[2] == 0);
  if (x >= 0 && x < 4) v[x] = 7;
#if CASE == 1
  if (x == 4) y = v[x];
#elif CASE == 2
  if (x == 4) v[x]++;
#elif CASE == 3
  if (x == -1) v[x] = 1;
#elif CASE == 4
  v = (v4){1, 2, 3, 4} / (v4){0, 0, 0, 0};
  assert(v[0] == v[0]);
#endif
  return 0;
}
