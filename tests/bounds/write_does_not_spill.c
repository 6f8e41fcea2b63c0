/* aver: property=assert,array-bounds expect=TRUE */
/* Writes at unknown indices inside an array leave its neighbours alone. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct box {
  int before;
  int cells[4];
  int after;
};

int main(void) {
  struct box b = {7, {0, 0, 0, 0}, 9};
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i > 3 || j > 3 || i == j) return 0;
  b.cells[i] = 1;
  b.cells[j] = 2;
  assert(b.before == 7 && b.after == 9);
  assert(b.cells[i] == 1 && b.cells[j] == 2);
  assert(b.cells[0] + b.cells[1] + b.cells[2] + b.cells[3] == 3);
  return 0;
}
