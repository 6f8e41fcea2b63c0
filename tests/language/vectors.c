/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* aver: property=no-div-by-zero expect=FALSE at=15 args="-DZERO" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

typedef int v4 __attribute__((vector_size(16)));
typedef short s4 __attribute__((vector_size(8)));

int main(void) {
  v4 a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
#ifdef ZERO
  a[2] = 0;
#endif
  v4 c = a + 2 * b, d = b / a;
  assert(c[0] == 11 && c[3] == 20 && d[1] == 3);
  v4 smaller = a < (v4){2, 2, 4, 4};
  assert(smaller[0] == -1 && smaller[1] == 0);
  int i = __VERIFIER_nondet_int() & 3;
  a[i] = 9;
  assert(a[i] == 9 && a[(i + 1) & 3] != 9);
  v4 mixed = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  assert(mixed[1] == 5 && mixed[3] == 6);
  s4 narrow = __builtin_convertvector(b << 1, s4);
  assert(narrow[3] == 16 && __builtin_reduce_add(b) == 26 && __builtin_reduce_max(b) == 8);
  return 0;
}
