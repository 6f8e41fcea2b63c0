/* aver: property=assert,array-bounds expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args=-DMISTAKE */
/* Constant indices, unknown contents. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned cells[10000];

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  for (int i = 0; i < 10000; i++) cells[i] = x + i;
  assert(cells[9999] - cells[0] == 9999);
#ifdef MISTAKE
  assert(cells[1234] >= 1234);
#endif
  return 0;
}
