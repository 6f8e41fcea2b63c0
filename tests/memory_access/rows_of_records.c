/* aver: property=valid-deref expect=FALSE at=23 */
/* aver: property=valid-deref,array-bounds expect=TRUE args=-DLAST=2 */
// Arrays in structs in arrays: which of the indices is wrong does not matter, and the memory is there.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef LAST
#define LAST 3
#endif
struct record {
  short cell[3];
  short sum;
};
struct table {
  struct record row[4];
  int count;
};

int main(void) {
  struct table *t = calloc(1, sizeof *t);
  if (t == NULL) return 0;
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i > 3 || j > LAST) return 0;
  t->row[i].cell[j] = 1;
  t->count = t->row[i].cell[j] + t->row[3 - i].sum;
  free(t);
  return 0;
}
