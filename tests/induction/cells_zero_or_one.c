/* Cells of a small array that are only ever 0 or 1. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char cell[4] = {0};
  while (__VERIFIER_nondet_uint()) {
    unsigned i = __VERIFIER_nondet_uint() % 4;
#ifdef WRONG
    cell[i]++;
#else
    cell[i] = !cell[i];
#endif
    assert(cell[0] <= 1 && cell[1] <= 1 && cell[2] <= 1 && cell[3] <= 1);
  }
  return 0;
}
