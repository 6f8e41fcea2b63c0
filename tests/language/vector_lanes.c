/* aver: property=assert expect=TRUE */
/* Vectors of the compiler: element-wise operations, comparisons, shuffles, conversions, subscripts. */
#include <assert.h>
typedef int four __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

int main(void) {
  four a = {1, 2, 3, 4}, b = a * 2 + 1, less = a < (four){2, 2, 4, 4};
  assert(b[0] == 3 && b[3] == 9 && less[0] == -1 && less[1] == 0 && less[2] == -1);
  four mixed = __builtin_shufflevector(a, b, 0, 5, 2, 7);
  assert(mixed[1] == 5 && mixed[3] == 9);
  floats f = __builtin_convertvector(a, floats) / 2;
  assert(f[2] == 1.5f);
  a[1] = -7;
  four negative = a < 0, chosen = (negative & -a) | (~negative & a);
  assert(chosen[1] == 7 && chosen[0] == 1);
  return 0;
}
